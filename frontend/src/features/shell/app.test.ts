import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { begun, done, ended, outcome, planned, started } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { Pace } from '../../lib/state/pace.svelte'
import { mismatchWords } from '../../lib/state/session.svelte'
import App from './App.svelte'

let fake: FakePace
const field = () => screen.getByRole('textbox', { name: 'What should happen' })
const called = (method: string) => fake.calls.filter((c) => c.method === method).map((c) => c.params)

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  return { pace, user: userEvent.setup() }
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('the window', () => {
  it('is ready to type in, and says what left the machine and what thinks', async () => {
    show()
    expect(field()).toHaveFocus()
    expect(await screen.findByText('0 bytes left this machine today')).toBeVisible()
    expect(screen.getByText('Built-in planner')).toBeVisible()
  })

  it('shows only examples that this Pace would act on without a model', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'open the calculator' }))
    expect(field()).toHaveValue('open the calculator')
    expect(called('Turns.Submit')).toEqual([])
    expect(screen.queryByRole('button', { name: 'what is on the clipboard' })).toBeNull()
  })

  it('shows no example for which something is missing', async () => {
    fake.hello.capabilities = [{ name: 'programs', state: 'absent', reason: 'There is no display.', fix: '' }]
    show()
    expect(await screen.findByRole('button', { name: 'press OK' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'open the calculator' })).toBeNull()
    expect(screen.getByText('There is no display.')).toBeVisible()
  })

  it('sends with Enter, breaks lines with Shift and Enter, and brings back with Up', async () => {
    const { user } = show()
    await user.type(field(), 'open{Shift>}{Enter}{/Shift}the calculator{Enter}')
    expect(called('Turns.Submit')).toEqual([['open\nthe calculator', false]])
    expect(field()).toHaveValue('')
    await screen.findByRole('article', { name: /the calculator/ })
    await user.keyboard('{ArrowUp}')
    expect(field()).toHaveValue('open\nthe calculator')
  })

  it('only looks when told so', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Only look' }))
    await user.type(field(), 'press save{Enter}')
    expect(called('Turns.Submit')).toEqual([['press save', true]])
    expect(await screen.findByText('This would happen. Nothing was touched.')).toBeVisible()
  })

  it('stops with Escape what is under way, and sends nothing meanwhile', async () => {
    fake.seed([started('press save'), begun(0, 'Press “Save”')])
    const { user } = show()
    await screen.findByRole('button', { name: 'Stop' })
    await user.type(field(), 'next{Enter}')
    expect(called('Turns.Submit')).toEqual([])
    expect(field()).toHaveValue('next')
    await user.keyboard('{Escape}')
    expect(called('Turns.Cancel')).toEqual([['turn-1']])
  })

  it('asks before it acts: Deny has the focus, Allow goes on', async () => {
    const { user } = show()
    await user.type(field(), 'send the total{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Deny' })).toHaveFocus())
    expect(screen.getByRole('alert')).toHaveTextContent('Pace asks before it goes on')
    await user.click(screen.getByRole('button', { name: 'Allow' }))
    expect(called('Turns.Decide')).toEqual([['ask-send the total', true]])
    expect(await screen.findByText('Done, every step seen', { exact: false, selector: 'p' })).toBeVisible()
  })

  it('does not take the focus from someone who types', async () => {
    const { user } = show()
    const turn = fake.seed([started('send it')])
    await screen.findByRole('button', { name: 'Stop' })
    await user.type(field(), 'half a sen')
    fake.emit(turn, [
      {
        type: 'approvalRequested',
        id: 'a1',
        calls: [planned('Send')],
        why: 'w',
        tainted: false,
        expiresAt: new Date(Date.now() + 9000).toISOString(),
      },
    ])
    await screen.findByRole('alertdialog')
    expect(field()).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(called('Turns.Decide')).toEqual([])
  })

  it('says that Pace is gone, keeps what was typed, and catches up when it is back', async () => {
    const { user } = show()
    await screen.findByText('0 bytes left this machine today')
    fake.become({ state: 'waiting', attempt: 1, retryAt: Date.now() + 5000 })
    expect(await screen.findByText('Pace is not answering.')).toBeVisible()
    expect(screen.queryByText('0 bytes left this machine today')).toBeNull()
    await user.type(field(), 'open the calculator{Enter}')
    expect(screen.getByText('This stays here until Pace is back')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    fake.seed([started('from the terminal')])
    fake.become({ state: 'open' })
    expect(await screen.findByRole('article', { name: 'from the terminal' })).toBeVisible()
    expect(screen.queryByText('Pace is not answering.')).toBeNull()
    expect(field()).toHaveValue('open the calculator')
    expect(called('Turns.Submit')).toEqual([])
  })

  it('does not tick while nothing counts', async () => {
    const begunTimers = vi.spyOn(globalThis, 'setInterval')
    const cleared = vi.spyOn(globalThis, 'clearInterval')
    fake.seed(
      [
        started('press save'),
        done(0, 'Press “Save”', outcome('confirmed', 'semantic', 'It closed.')),
        { type: 'undoOffered', run: 1, label: 'Pressed', seconds: 5 },
        ended('done', 'Saved.'),
      ],
      60_000,
    )
    const { pace } = show()
    await screen.findByText('Saved.')
    const ofClock = 250 // the tests' own waiting uses intervals as well
    const ticking = () =>
      begunTimers.mock.results.filter(
        (r, i) => begunTimers.mock.calls[i]?.[1] === ofClock && !cleared.mock.calls.some(([id]) => id === r.value),
      ).length
    await waitFor(() => expect(ticking()).toBe(0))
    fake.seed([started('next')])
    await waitFor(() => expect(pace.chat.running?.text).toBe('next'))
    await waitFor(() => expect(ticking()).toBe(1))
  })

  it('is nothing but a sentence when the versions differ', async () => {
    fake.hello.protocol = 99
    show()
    expect(await screen.findByText(mismatchWords)).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('changes a setting when Pace has taken it, and shows why it was not taken', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const steps = await screen.findByRole('spinbutton', { name: /How many times/ })
    await user.clear(steps)
    await user.type(steps, '99{Enter}')
    expect(await screen.findByText('It must be between 1 and 32.')).toBeVisible()
    const toggle = screen.getByRole('switch', { name: 'Keep a record of each turn for 7 days' })
    expect(toggle).not.toBeChecked()
    await user.click(toggle)
    await waitFor(() => expect(toggle).toBeChecked())
    expect(called('Settings.Set').at(-1)).toEqual(['TraceTurns', true])
  })

  it('probes when asked, shows the worst first and how to mend it', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    await user.click(screen.getByRole('menuitem', { name: 'Health', hidden: true }))
    expect(await screen.findByText('2 things need a look.')).toBeVisible()
    const names = within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((li) => li.textContent)
    expect(names[0]).toContain('Keyring')
    expect(screen.getByText('gnome-keyring-daemon --start --components=secrets')).toBeVisible()
    expect(called('Doctor.Probe')).toHaveLength(1)
  })
})
