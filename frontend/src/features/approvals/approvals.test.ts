import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ended, planned, started, type FakeBody } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
/** the approval that each turn waits for */
let turns: Map<string, string>
const decided = () => fake.calls.filter((c) => c.method === 'Turns.Decide').map((c) => c.params)
const cards = () => screen.queryAllByRole('alertdialog')
const field = () => screen.getByRole('textbox', { name: 'What should happen' })
const several = (n: number) => screen.findByRole('heading', { name: new RegExp(`${n} things wait`) })

/** A turn that asks. */
function ask(id: string, text: string, origin = 'interface', more: { undoable?: boolean; ms?: number } = {}) {
  const turn = fake.seed([
    { ...started(text), origin, attended: origin === 'interface' } as FakeBody,
    {
      type: 'approvalRequested',
      id,
      calls: [planned(`Do what ${id} wants`, { undoable: more.undoable ?? false, risk: 'external' })],
      why: 'This kind of action asks first.',
      tainted: false,
      expiresAt: new Date(Date.now() + (more.ms ?? 60_000)).toISOString(),
    },
  ])
  turns.set(turn, id)
}

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  fake.answers['Turns.Decide'] = (id: string, allow: boolean) => {
    const turn = [...turns].find(([, a]) => a === id)![0]
    const end = ended(allow ? 'done' : 'blocked', '')
    fake.emit(turn, [{ type: 'approvalResolved', id, allowed: allow, by: 'interface' }, end])
  }
  return { pace, user: userEvent.setup() }
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
  turns = new Map()
})

describe('what waits for an answer', () => {
  it('is shown where it was said as long as it is the only one', async () => {
    ask('one', 'mail the total')
    show()
    const article = await screen.findByRole('article', { name: 'mail the total' })
    expect(await within(article).findByRole('alertdialog')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Waiting for your answer' })).toBeNull()
  })

  it('is shown in the order in which it was asked, with where it is from, its risk, undo and time', async () => {
    ask('one', 'mail the total')
    ask('two', 'tidy up', 'schedule', { undoable: true, ms: 90_000 })
    ask('three', 'press Save', 'mcp')
    show()
    expect(await several(3)).toBeVisible()
    const [first, second, third] = cards().map((c) => within(c))
    expect(cards()).toHaveLength(3)
    expect(first!.getByText('“mail the total”')).toBeVisible()
    expect(first!.getByText('1 of 3')).toBeVisible()
    expect(first!.getByText('Can’t be undone')).toBeVisible()
    expect(first!.getByText('Reaches outside this machine')).toBeVisible()
    expect(second!.getByText('“tidy up”, on schedule')).toBeVisible()
    expect(second!.getByText('Can be undone')).toBeVisible()
    expect(second!.getByText(/No answer in 1:\d\d means no/)).toBeVisible()
    expect(third!.getByText('“press Save”, from a connected program')).toBeVisible()
    expect(screen.getAllByText('Waits for your answer below.')).toHaveLength(3)
    expect(screen.getAllByRole('alert').some((a) => a.textContent!.includes('3 things wait'))).toBe(true)
  })

  it('gives the focus to No, and after each answer to the No of the next, then to the field', async () => {
    ask('one', 'mail the total')
    ask('two', 'tidy up', 'schedule')
    const { user } = show()
    await several(2)
    await waitFor(() => expect(within(cards()[0]!).getByRole('button', { name: 'Deny' })).toHaveFocus())
    await user.keyboard('{Enter}') // a hasty key says no
    await waitFor(() => expect(cards()).toHaveLength(1))
    expect(decided()).toEqual([['one', false]])
    await waitFor(() => expect(within(cards()[0]!).getByRole('button', { name: 'Deny' })).toHaveFocus())
    await user.keyboard('{Tab}{Enter}')
    await waitFor(() => expect(cards()).toHaveLength(0))
    expect(decided().at(-1)).toEqual(['two', true])
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('can be answered in any order, and Escape says no to the one that has the focus', async () => {
    ask('one', 'mail the total')
    ask('two', 'tidy up', 'schedule')
    const { user } = show()
    await several(2)
    within(cards()[1]!).getByRole('button', { name: 'Allow' }).focus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(cards()).toHaveLength(1))
    expect(decided()).toEqual([['two', false]])
  })

  it('goes away when somebody else was faster, or its turn has ended', async () => {
    ask('one', 'mail the total')
    ask('two', 'tidy up', 'schedule')
    show()
    await several(2)
    const [one, two] = [...turns.keys()]
    fake.emit(two!, [{ type: 'approvalResolved', id: 'two', allowed: false, by: 'terminal' }])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for your answer' })).toBeNull())
    expect(cards()).toHaveLength(1)
    fake.emit(one!, [ended('cancelled', 'Stopped.')])
    await waitFor(() => expect(cards()).toHaveLength(0))
  })

  it('is told to a window that knows nothing of the turn', async () => {
    ask('one', 'mail the total')
    fake.answers['Turns.Recent'] = () => []
    show()
    const region = within(await screen.findByRole('region', { name: 'Waiting for your answer' }))
    expect(region.getByText(/Something waits for your answer/)).toBeVisible()
    expect(region.getByText('“mail the total”')).toBeVisible()
    expect(screen.getByPlaceholderText('Pace waits for your answer')).toBeVisible()
  })

  it('does not take the focus from someone who types', async () => {
    const { user } = show()
    await user.type(field(), 'half a sen')
    ask('one', 'mail the total')
    ask('two', 'tidy up', 'schedule')
    await several(2)
    expect(field()).toHaveFocus()
    await user.clear(field())
    expect(field()).toHaveFocus()
    expect(decided()).toEqual([])
  })

  it('is said on whatever covers the window, and is one key away', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Settings' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Settings' }))
    ask('one', 'mail the total')
    expect(await sheet.findByText('Pace asks you something.')).toBeVisible()
    ask('two', 'tidy up', 'schedule')
    expect(await sheet.findByText('2 things wait for your answer.')).toBeVisible()
    await user.click(sheet.getByRole('button', { name: 'Look at it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(within(cards()[0]!).getByRole('button', { name: 'Deny' })).toHaveFocus())
  })
})
