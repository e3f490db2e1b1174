import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ended, fakeBrain, fakeBrainFound, fakeBrainWrong, routed, started } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import type { BrainStatus } from '../../lib/api/services'
import { CallError } from '../../lib/api/transport'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const called = (method: string) => fake.calls.filter((c) => c.method === method).map((c) => c.params)
const sheet = () => screen.findByRole('dialog', { name: 'How Pace thinks' })
const radio = (name: string) => screen.findByRole('radio', { name })
const refuse = (message: string) => () => {
  throw new CallError('invalid', message)
}

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  return { pace, user: userEvent.setup() }
}

/** Opens the sheet and waits until it shows what was found. */
async function opened() {
  const shown = show()
  await shown.user.click(await screen.findByRole('button', { name: /^How Pace thinks/ }))
  await radio('Built-in planner')
  return shown
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('the header', () => {
  it('says which brain answers, and opens what there is to know about it by keyboard', async () => {
    fake.hello.planner = fakeBrainFound().planner
    fake.brain = fakeBrainFound()
    const { user } = show()
    const button = await screen.findByRole('button', { name: 'How Pace thinks: qwen3:4b on this machine' })
    button.focus()
    await user.keyboard('{Enter}')
    expect(await within(await sheet()).findByText('Ollama at 127.0.0.1:11434, model qwen3:4b')).toBeVisible()
    expect(called('Brain.Look')).toHaveLength(1)
  })

  it('asks again after a sentence that a planner worked out, and looks when what answered is gone', async () => {
    fake.hello.planner = fakeBrainFound().planner
    fake.answers['Brain.Status'] = () => ({ ...fakeBrain(), looked: '', planner: { tier: '', label: '', short: '' } })
    show()
    await screen.findByRole('button', { name: /qwen3:4b/ })
    expect(called('Brain.Status')).toHaveLength(0)
    fake.seed([started('why is the sky blue?'), routed('why is the sky blue?'), ended('notUnderstood', 'It is gone.')])
    expect(await screen.findByRole('button', { name: 'How Pace thinks: Built-in, no model' })).toBeVisible()
    expect(called('Brain.Look')).toHaveLength(1)
  })

  it('does not ask after a sentence that needed no planner', async () => {
    const { pace } = show()
    fake.seed([started('press OK'), routed('press OK'), ended('done', 'Pressed.')])
    await screen.findByRole('article', { name: 'press OK' })
    await waitFor(() => expect(pace.chat.view.turns[0]?.ended).toBeDefined())
    expect(called('Brain.Status')).toHaveLength(0)
  })
})

describe('how Pace thinks', () => {
  it('says what to do when no server answers, and that nothing has to be done', async () => {
    await opened()
    expect(screen.getByText('None answers.')).toBeVisible()
    expect(screen.getByText(/the built-in planner needs none/)).toBeVisible()
    expect(screen.getByText('ollama pull qwen3:4b')).toBeVisible()
    expect(within(await sheet()).getByText('0 bytes left this machine today')).toBeVisible()
    expect(await radio('Use what is found')).toBeChecked()
  })

  it('names what can’t be chosen and why, and offers only the rest', async () => {
    const { user } = await opened()
    expect(screen.getAllByRole('radio')).toHaveLength(3)
    await user.click(screen.getByText('2 more that can’t be chosen yet'))
    expect(screen.getByText(/Only macOS has it\./)).toBeVisible()
  })

  it('shows that it looks, and a look that failed with a way to try again', async () => {
    let tell: (status: BrainStatus) => void = () => {}
    fake.answers['Brain.Look'] = () => new Promise<BrainStatus>((then) => (tell = then))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /^How Pace thinks/ }))
    expect(await screen.findByRole('status', { name: 'Looking for model servers' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Looking' })).toBeDisabled()
    await waitFor(() => expect(called('Brain.Look')).toHaveLength(1))
    tell(fake.brain)
    await radio('Built-in planner')
    fake.answers['Brain.Look'] = refuse('Looking for model servers took too long.')
    await user.click(screen.getByRole('button', { name: 'Look again' }))
    expect(await screen.findByText('Looking for model servers took too long.')).toBeVisible()
    fake.answers['Brain.Look'] = () => fakeBrainFound()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Asked')).toBeVisible()
    expect(screen.queryByText('Looking for model servers took too long.')).toBeNull()
  })

  it('takes a choice when Pace has taken it, and looks anew', async () => {
    const { user } = await opened()
    await user.click(await radio('Built-in planner'))
    await waitFor(async () => expect(await radio('Built-in planner')).toBeChecked())
    expect(called('Settings.Set')).toEqual([['PlannerTier', 'builtin']])
    expect(called('Brain.Look')).toHaveLength(2)
    await user.click(await radio('Use what is found'))
    await waitFor(async () => expect(await radio('Use what is found')).toBeChecked())
    expect(called('Settings.Reset')).toEqual([['PlannerTier']])
  })

  it('leaves a refused choice as it was and says why', async () => {
    fake.answers['Settings.Set'] = refuse('The setting could not be saved.')
    const { user } = await opened()
    await user.click(await radio('Built-in planner'))
    expect(await screen.findByText('The setting could not be saved.')).toHaveRole('alert')
    expect(await radio('Built-in planner')).not.toBeChecked()
    expect(await radio('Use what is found')).toBeChecked()
    expect(called('Brain.Look')).toHaveLength(1)
  })

  it('does not offer what is found while the environment names a server', async () => {
    const rows = fake.answers['Settings.List']!() as { key: string }[]
    fake.answers['Settings.List'] = () =>
      rows.map((r) => (r.key === 'PlannerURL' ? { ...r, chosen: true, fixed: 'PACE_PLANNER_URL' } : r))
    fake.brain = { ...fakeBrainFound(), chosen: 'local' }
    await opened()
    expect(await radio('Use what is found')).toBeDisabled()
    expect(screen.getByText('Not while PACE_PLANNER_URL names a server.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Use llama\.cpp/ })).toBeNull()
    expect(screen.getByRole('textbox', { name: /Address of the model server/ })).toBeDisabled()
  })

  it('asks another server when told to', async () => {
    fake.brain = fakeBrainFound()
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Use llama.cpp at 127.0.0.1:8080' }))
    await waitFor(() => expect(called('Brain.Look')).toHaveLength(2))
    expect(called('Settings.Set')).toEqual([
      ['PlannerURL', 'http://127.0.0.1:8080/v1'],
      ['PlannerTier', 'local'],
    ])
  })

  it('offers the models that can chat, saves the chosen one, and forgets it again', async () => {
    fake.brain = fakeBrainFound()
    const { user } = await opened()
    const model = screen.getByRole('combobox', { name: 'Model to ask' })
    expect(within(model).getAllByRole('option')).toHaveLength(3)
    await user.selectOptions(model, 'gemma3:12b-it-qat')
    await waitFor(() => expect(model).toHaveValue('gemma3:12b-it-qat'))
    expect(called('Settings.Set')).toEqual([['PlannerModel', 'gemma3:12b-it-qat']])
    expect(await screen.findByText('Saved')).toBeVisible()
    await user.selectOptions(model, '')
    await waitFor(() => expect(model).toHaveValue(''))
    expect(called('Settings.Reset')).toEqual([['PlannerModel']])
  })

  it('puts a model back that was not taken', async () => {
    fake.brain = fakeBrainFound()
    fake.answers['Settings.Set'] = refuse('That must be one line.')
    const { user } = await opened()
    const model = screen.getByRole('combobox', { name: 'Model to ask' })
    await user.selectOptions(model, 'gemma3:12b-it-qat')
    expect(await screen.findByText('That must be one line.')).toBeVisible()
    expect(model).toHaveValue('')
  })

  it('says why the chosen server can’t be asked, and keeps the model that it does not have in the list', async () => {
    fake.brain = fakeBrainWrong()
    const rows = fake.answers['Settings.List']!() as { key: string }[]
    fake.answers['Settings.List'] = () =>
      rows.map((r) => (r.key === 'PlannerModel' ? { ...r, value: 'qwen3-30b', chosen: true } : r))
    await opened()
    expect(screen.getByText(/does not have the model “qwen3-30b”/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Model to ask' })).toHaveDisplayValue(
      'qwen3-30b, which this server does not list',
    )
    expect(screen.getByText('Loading its model')).toBeVisible()
  })

  it('shows no address as chosen that nobody chose, and goes back to none when it is emptied', async () => {
    const { user } = await opened()
    const address = screen.getByRole('textbox', { name: /Address of the model server/ })
    expect(address).toHaveValue('')
    await user.type(address, 'http://127.0.0.1:9/v1{Enter}')
    await waitFor(() => expect(called('Settings.Set')).toEqual([['PlannerURL', 'http://127.0.0.1:9/v1']]))
    await waitFor(() => expect(address).toBeEnabled())
    await user.clear(address)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(called('Settings.Reset')).toEqual([['PlannerURL']]))
  })

  it('changes what a model is told without looking anew', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('switch', { name: /Tell the model what is on the screen/ }))
    await waitFor(() => expect(called('Settings.Set')).toEqual([['PlannerLooks', true]]))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(called('Brain.Look')).toHaveLength(1)
  })

  it('gives memory back and says what came of it', async () => {
    fake.brain = fakeBrainFound()
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Take qwen3:4b out of memory' }))
    expect(await screen.findByText('“qwen3:4b” is out of memory.')).toBeVisible()
    expect(called('Brain.Unload')).toEqual([['qwen3:4b']])
    fake.answers['Brain.Unload'] = refuse('Do it in its own program.')
    await user.click(screen.getByRole('button', { name: 'Take qwen3:4b out of memory' }))
    expect(await screen.findByText('Do it in its own program.')).toBeVisible()
    expect(screen.queryByText('“qwen3:4b” is out of memory.')).toBeNull()
  })

  it('says when another model answered than the one that was asked', async () => {
    const found = fakeBrainFound()
    fake.brain = { ...found, last: { ...found.last!, served: 'gemma3:12b', compared: 'other', problem: 'Another.' } }
    await opened()
    expect(screen.getByText('“gemma3:12b” answered instead of “qwen3:4b”.')).toBeVisible()
  })

  it('is reached from the settings, which do not repeat its rows', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = await screen.findByRole('dialog', { name: 'Settings' })
    await within(settings).findByRole('switch', { name: 'Ask before anything risky' })
    expect(within(settings).queryByRole('textbox', { name: /Address of the model server/ })).toBeNull()
    await user.click(within(settings).getByRole('button', { name: /How Pace thinks/ }))
    expect(await radio('Built-in planner')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull())
  })
})

describe('what is known of the brain', () => {
  it('does not let an older look replace what came after it', async () => {
    const pace = new Pace(makeClient(fake.transport))
    pace.start()
    const tells: ((status: BrainStatus) => void)[] = []
    fake.answers['Brain.Look'] = () => new Promise<BrainStatus>((then) => tells.push(then))
    const looks = [pace.brain.look(), pace.brain.look()]
    await waitFor(() => expect(tells).toHaveLength(2))
    tells[1]!(fakeBrainFound())
    tells[0]!(fakeBrain())
    await Promise.all(looks)
    expect(pace.brain.planner?.tier).toBe('local')
    expect(pace.brain.planner?.short).toBe('qwen3:4b')
  })
})
