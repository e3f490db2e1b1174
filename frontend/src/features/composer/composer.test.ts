import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ended, fakeBrainFound, started } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const field = () => screen.getByRole('textbox', { name: 'What should happen' })
const methods = () => fake.calls.map((c) => c.method)

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  return { pace, user: userEvent.setup() }
}

/** As if nothing longer than so many pixels fitted in. */
function narrow(px: number) {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(px)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return (this.textContent ?? '').length * 6
  })
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})
afterEach(() => void vi.restoreAllMocks())

describe('the line below the field', () => {
  it('tells what will happen and where that comes from, and to a screen reader that no model is needed', async () => {
    const { user } = show()
    await user.type(field(), 'open the calculator')
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription('No model needed. Will open Calculator built-in phrase'),
    )
    expect(methods()).not.toContain('Turns.Submit')
  })

  it('tells who will be asked, and says so at once when another is chosen', async () => {
    const { pace, user } = show()
    await user.type(field(), 'tidy this window')
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Nothing is done. Not understood so far'))
    fake.brain = fakeBrainFound()
    await pace.brain.look()
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription(
        'Asks a model. Will read the screen, then work out what to do needs qwen3:4b',
      ),
    )
  })

  it('tells what is missing and what is no command', async () => {
    const { user } = show()
    await user.type(field(), 'press')
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription('Something is missing. Asks: What should I press? built-in phrase'),
    )
    await user.clear(field())
    await user.type(field(), "don't press OK")
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription('Nothing is done. This is no command: it says what not to do'),
    )
  })

  it('says what would happen when it is only to look', async () => {
    const { user } = show()
    await user.type(field(), 'press OK')
    await user.click(screen.getByRole('button', { name: 'Only look' }))
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription('No model needed. Would press “OK” built-in phrase'),
    )
  })

  it('is asked for again when a turn has ended, since it may be what the draft refers to', async () => {
    const { user } = show()
    await user.type(field(), 'again')
    const turn = fake.seed([started('press OK')])
    await screen.findByRole('button', { name: 'Stop' })
    const had = methods().filter((m) => m === 'Turns.Preview').length
    fake.emit(turn, [ended('done', 'Pressed.')])
    await waitFor(() => expect(methods().filter((m) => m === 'Turns.Preview').length).toBeGreaterThan(had))
  })

  it('is there for a draft that was kept, and after the connection is back', async () => {
    sessionStorage.setItem('pace.draft', 'press OK')
    show()
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/Will press “OK”/))
    fake.become({ state: 'waiting', attempt: 1, retryAt: Date.now() + 5000 })
    await waitFor(() => expect(field()).toHaveAccessibleDescription('This stays here until Pace is back'))
    fake.become({ state: 'open' })
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/Will press “OK”/))
  })

  it('is nothing to stop at while all of it fits', async () => {
    const { user } = show()
    await user.type(field(), 'open the calculator then press 7')
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/then press “7”/))
    await user.tab()
    expect(screen.getByRole('button', { name: 'Only look' })).toHaveFocus()
  })

  it('shows all steps at Tab and under the pointer when it is cut, and hides them at Escape', async () => {
    narrow(120)
    const { user } = show()
    await user.type(field(), 'open the calculator then press 7 then press 8')
    const line = await screen.findByRole('button', { name: /Will open Calculator, then press “7”, then press “8”/ })
    const steps = () => [...document.querySelectorAll('#composer-hint li')].map((li) => li.textContent)
    expect(steps()).toEqual([])
    await user.tab()
    expect(line).toHaveFocus()
    await waitFor(() => expect(steps()).toEqual(['open Calculator', 'press “7”', 'press “8”']))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(steps()).toEqual([]))
    expect(line).toHaveFocus()
    await user.tab()
    await user.hover(line)
    await waitFor(() => expect(steps()).toHaveLength(3))
    await user.unhover(line)
    await waitFor(() => expect(steps()).toEqual([]))
    expect(field()).toHaveAccessibleDescription(/then press “8” built-in phrase$/)
  })
})
