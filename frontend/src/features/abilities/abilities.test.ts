import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeAbilities } from '../../../test/fake-machine'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { foundIn } from '../../lib/state/abilities.svelte'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace

async function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(screen.getByRole('menuitem', { name: 'Abilities', hidden: true }))
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Abilities' })) }
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('the abilities', () => {
  it('are listed by family, with what can’t be done now and why', async () => {
    const { user, sheet } = await show()
    const sound = within(await sheet.findByRole('region', { name: 'Sound, light and music' }))
    expect(sound.getByRole('heading', { name: 'Volume' })).toBeVisible()
    expect(sound.getByText('No sound server is running. Install one.', { exact: false })).toBeVisible()
    expect(sheet.getByText(/4 of 5 can be done now/)).toBeVisible()
    expect(sheet.getByText('Asks first')).toBeVisible()
    expect(sheet.getByText('Only reads')).toBeVisible()
    await user.click(sheet.getByRole('button', { name: 'Permissions' }))
    expect(await screen.findByRole('dialog', { name: 'Permissions' })).toBeVisible()
  })

  it('write a sentence into the field, give the focus to it, and send nothing', async () => {
    const { user, sheet } = await show()
    await user.click(await sheet.findByRole('button', { name: /press the second OK button/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const field = screen.getByRole('textbox', { name: 'What should happen' })
    expect(field).toHaveValue('press the second OK button')
    await waitFor(() => expect(field).toHaveFocus())
    expect(fake.calls.filter((c) => c.method === 'Turns.Submit')).toEqual([])
  })

  it('are found by any words of what is shown', async () => {
    const { user, sheet } = await show()
    await user.type(await sheet.findByRole('searchbox'), 'draft anna')
    expect(sheet.getByRole('heading', { name: 'Mail' })).toBeVisible()
    expect(sheet.queryByRole('heading', { name: 'Click' })).toBeNull()
    await user.type(sheet.getByRole('searchbox'), ' zzz')
    expect(sheet.getByText('Pace can do nothing of that name.')).toBeVisible()
    const names = (text: string) => foundIn(fakeAbilities(), text).flatMap((f) => f.abilities!.map((a) => a.tool))
    expect(names('MUSIC')).toEqual(['volume'])
    expect(names('  ')).toHaveLength(5)
  })

  it('say that they could not be listed', async () => {
    fake.answers['Abilities.List'] = () => Promise.reject(new Error('Something went wrong inside Pace.'))
    const { user, sheet } = await show()
    expect(await sheet.findByText('Something went wrong inside Pace.')).toBeVisible()
    fake.answers['Abilities.List'] = () => fakeAbilities()
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    expect(await sheet.findByRole('heading', { name: 'Volume' })).toBeVisible()
  })
})
