import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakePermissions } from '../../../test/fake-machine'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const probed = () => fake.calls.filter((c) => c.method === 'Permissions.Probe').length

async function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(screen.getByRole('menuitem', { name: 'Permissions', hidden: true }))
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Permissions' })) }
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('the permissions', () => {
  it('come with the worst first, each with its state, reason and fix', async () => {
    const { sheet } = await show()
    await sheet.findByText('No sound server is running.')
    const names = sheet.getAllByRole('heading', { level: 4 }).map((h) => h.textContent)
    expect(names).toEqual([
      'Pictures of the screen',
      'Sound output',
      'Keyring',
      'Accessibility',
      'Mouse and keys',
      'Windows',
    ])
    const row = (name: string) => within(sheet.getByRole('heading', { name }).closest('li')!)
    expect(row('Pictures of the screen').getByText('Not allowed')).toBeVisible()
    expect(row('Sound output').getByText('Not there')).toBeVisible()
    expect(row('Sound output').getByText(/Install PipeWire/)).toBeVisible()
    expect(row('Accessibility').getByText('With limits')).toBeVisible()
    expect(row('Windows').getByText('Ready')).toBeVisible()
    expect(row('Windows').queryByRole('button', { name: 'Copy this' })).toBeNull()
    expect(row('Accessibility').getByText('2 abilities need it')).toBeVisible()
  })

  it('are looked at as the place opens and whenever it is asked for, never in between', async () => {
    const { user, sheet } = await show()
    await sheet.findByText('No sound server is running.')
    expect(probed()).toBe(1)
    fake.answers['Permissions.Probe'] = () => fakePermissions().map((p) => ({ ...p, state: 'ready', fix: '' }))
    await user.click(sheet.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(sheet.queryByText('Not there')).toBeNull())
    expect(probed()).toBe(2)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    await user.click(screen.getByRole('menuitem', { name: 'Permissions', hidden: true }))
    await waitFor(() => expect(probed()).toBe(3))
  })

  it('say that the look itself did not work', async () => {
    fake.answers['Permissions.Probe'] = () => Promise.reject(new Error('Pace did not answer in time.'))
    const { user, sheet } = await show()
    expect(await sheet.findByText('Pace did not answer in time.')).toBeVisible()
    fake.answers['Permissions.Probe'] = () => fakePermissions()
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    expect(await sheet.findByText('No sound server is running.')).toBeVisible()
  })
})
