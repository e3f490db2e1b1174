import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { done, ended, outcome, started } from '../../../test/fake-data'
import { fakeHistory, longHistory, ran } from '../../../test/fake-activity'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import type { ActivityFilter } from '../../lib/api/services'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const asked = () =>
  fake.calls.filter((c) => c.method === 'Activity.List').map((c) => c.params[0] as Partial<ActivityFilter>)
const seen = outcome('confirmed', 'semantic', '', [{ kind: 'windowNew', what: 'window "X"', before: '', after: '' }], 9)

async function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(screen.getByRole('menuitem', { name: 'Activity', hidden: true }))
  const sheet = await screen.findByRole('dialog', { name: 'Activity' })
  return { pace, user, sheet: within(sheet) }
}
const steps = (name: string | RegExp) => within(screen.getByRole('list', { name })).getAllByRole('listitem')

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
  fake.history = fakeHistory()
})

describe('the activity', () => {
  it('shows what was wanted, each step with its mark and what was read, and whether it can be taken back', async () => {
    const { sheet } = await show()
    expect(await sheet.findByRole('heading', { name: 'set Total to 78 and then press Save' })).toBeVisible()
    const [set, press] = steps('Steps of: set Total to 78 and then press Save').filter((li) =>
      li.querySelector('.step'),
    )
    expect(set).toHaveTextContent('text field “Total” changed from 7 to 78')
    expect(set).toHaveTextContent('Seen Through accessibility')
    expect(within(set!).getByRole('button', { name: 'Undo: Set “Total” to “78”' })).toBeEnabled()
    expect(press).toHaveTextContent('dialog “Saved” opened')
    expect(press).toHaveTextContent('No undo: this kind of action can’t be taken back')
    expect(sheet.getByText(/Can’t be taken back yet: what was done since comes first/)).toBeVisible()
    expect(sheet.getByText(/Taken back/)).toBeVisible()
    expect(sheet.getByText('Can’t be checked', { selector: 'span' })).toBeVisible()
    expect(sheet.getByText('from a terminal')).toBeVisible()
    expect(sheet.getByText('from a link')).toBeVisible()
    expect(sheet.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
  })

  it('asks for what is wanted, the newest text last, and shows everything again', async () => {
    const { user, sheet } = await show()
    await sheet.findByRole('heading', { name: /set Total/ })
    await user.selectOptions(sheet.getByRole('combobox', { name: 'Kind of action' }), 'Sound, light and music')
    await waitFor(() => expect(sheet.queryByRole('heading', { name: /set Total/ })).toBeNull())
    expect(sheet.getByRole('heading', { name: 'volume 30 percent' })).toBeVisible()
    await user.type(sheet.getByRole('searchbox', { name: 'Find in what was done' }), 'zzz')
    expect(await sheet.findByText('Nothing that was done fits this.')).toBeVisible()
    expect(asked().at(-1)).toMatchObject({ family: 'sound', text: 'zzz', before: 0 })
    await user.click(sheet.getByRole('button', { name: 'Show everything' }))
    expect(await sheet.findByRole('heading', { name: /set Total/ })).toBeVisible()
    expect(sheet.getByRole('searchbox', { name: 'Find in what was done' })).toHaveValue('')
    await user.selectOptions(sheet.getByRole('combobox', { name: 'What came of it' }), 'No effect')
    expect(await sheet.findByText('One step')).toBeVisible()
    expect(asked().at(-1)).toMatchObject({ effect: 'unchanged', family: '' })
  })

  it('reads a long history page by page, and stays where it is when something new is done', async () => {
    fake.history = longHistory(120)
    const { user, sheet } = await show()
    expect(await sheet.findByText('50 steps, and older ones')).toBeVisible()
    await user.click(sheet.getByRole('button', { name: 'Show older' }))
    expect(await sheet.findByText('100 steps, and older ones')).toBeVisible()
    expect(asked().at(-1)).toMatchObject({ before: 71 })
    fake.history = [ran(121, 0, { said: 'press something new' }), ...fake.history]
    fake.seed([started('press something new'), done(0, 'Press', seen), ended('done', '')])
    expect(await sheet.findByText('101 steps, and older ones')).toBeVisible()
    expect(sheet.getByRole('heading', { name: 'press something new' })).toBeVisible()
    await user.click(sheet.getByRole('button', { name: 'Show older' }))
    expect(await sheet.findByText('121 steps')).toBeVisible()
    expect(sheet.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  it('asks for nothing while it is closed, nor by the clock', async () => {
    const { user, sheet } = await show()
    await sheet.findByRole('heading', { name: /set Total/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const had = asked().length
    fake.seed([started('press x'), done(0, 'Press', seen), ended('done', '')])
    expect(await screen.findByRole('article', { name: 'press x' })).toBeVisible()
    expect(asked()).toHaveLength(had)
  })

  it('takes one run back by a turn, and shows that it was', async () => {
    fake.answers['Turns.Undo'] = (run: number) => {
      fake.history = fake.history.map((r) =>
        r.run === run ? { ...r, undo: { state: 'undone', why: '', at: new Date().toISOString() } } : r,
      )
      return { turn: fake.seed([started(''), done(0, 'Set “Total” to “7”', seen), ended('done', 'It is 7 again.')]) }
    }
    const { user, sheet } = await show()
    await user.click(await sheet.findByRole('button', { name: /^Undo: Set “Total”/ }))
    await waitFor(() => expect(sheet.getAllByText(/Taken back/)).toHaveLength(2))
    expect(fake.calls.filter((c) => c.method === 'Turns.Undo').map((c) => c.params)).toEqual([[11]])
    expect(sheet.queryByRole('alert')).toBeNull()
  })

  it('says why it was not taken back, and offers it again', async () => {
    const undo = (): { turn: string } => ({
      turn: fake.seed([started(''), ended('blocked', 'It reads 79 now, so it was left alone.')]),
    })
    fake.answers['Turns.Undo'] = undo
    const { user, sheet } = await show()
    await user.click(await sheet.findByRole('button', { name: /^Undo: Set “Total”/ }))
    expect(await sheet.findByRole('alert')).toHaveTextContent('It reads 79 now, so it was left alone.')
    fake.answers['Turns.Undo'] = () => Promise.reject({ code: 'busy', message: 'Pace is still at work.' })
    await user.click(sheet.getByRole('button', { name: /^Undo: Set “Total”/ }))
    expect(await sheet.findByText('Pace is still at work.')).toBeVisible()
    expect(sheet.getByRole('button', { name: /^Undo: Set “Total”/ })).toBeEnabled()
  })

  it('offers no undo while Pace is at work', async () => {
    fake.seed([started('press something slow')])
    const { sheet } = await show()
    expect(await sheet.findByRole('button', { name: /^Undo: Set “Total”/ })).toBeDisabled()
  })

  it('says of what was only begun that nobody knows what came of it', async () => {
    await show()
    const [step] = (await screen.findAllByRole('listitem')).filter(
      (li) => li.textContent?.includes('Download') && li.querySelector('.step') && !li.querySelector('li'),
    )
    expect(step).toHaveTextContent('Download https://example.org/•••')
    expect(step).toHaveTextContent('It was begun; what came of it is not known.')
    expect(step).toHaveTextContent('Begun')
    expect(step!.querySelector('.mark')).toHaveTextContent('?')
  })

  it('says that nothing new is put on record, and does not say that nothing was done', async () => {
    fake.history = []
    fake.problem = 'The database is damaged, so nothing that Pace does now is put on record.'
    const { sheet } = await show()
    expect(await sheet.findByText(/The database is damaged/)).toBeVisible()
    expect(sheet.queryByText('Nothing has been done yet.')).toBeNull()
  })

  it('says that nothing was done yet, what could not be read, and that sentences are not kept', async () => {
    fake.history = []
    const { user, sheet } = await show()
    expect(await sheet.findByText('Nothing has been done yet.')).toBeVisible()
    fake.answers['Activity.List'] = () => Promise.reject(new Error('The record of what was done could not be read.'))
    fake.seed([started('press x'), done(0, 'Press', seen), ended('done', '')])
    expect(await sheet.findByText('The record of what was done could not be read.')).toBeVisible()
    fake.answers['Activity.List'] = () => ({
      rows: [ran(1, 1, { said: '', evidence: [], report: 'Saved.' })],
      more: false,
      undoable: 0,
      families: null,
      keeping: false,
      problem: '',
    })
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    expect(await sheet.findByText(/The record of turns is switched off/)).toBeVisible()
    expect(sheet.getByRole('heading', { name: 'Sentence not kept' })).toBeVisible()
  })
})
