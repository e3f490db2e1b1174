import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ended, started } from '../../../test/fake-data'
import { busyReport, fakeReport, longReport } from '../../../test/fake-privacy'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const asked = () => fake.calls.filter((c) => c.method === 'Privacy.Report').map((c) => c.params[0])

async function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(screen.getByRole('menuitem', { name: 'Privacy', hidden: true }))
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Privacy' })) }
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('the privacy report', () => {
  it('says that nothing left, and what can’t be known, in those words', async () => {
    const { sheet } = await show()
    expect(await sheet.findByText('0 bytes sent off this machine')).toBeVisible()
    expect(sheet.getByText('What a program that was handed bytes sends on is not measured.')).toBeVisible()
    expect(sheet.getByText('Nothing was sent.')).toBeVisible()
    expect(sheet.getByText('Nothing was handed over.')).toBeVisible()
  })

  it('keeps apart what was sent, handed over and stayed here, by target and by part', async () => {
    fake.privacy = busyReport
    const { sheet } = await show()
    expect(await sheet.findByText('3.1 KB sent off this machine')).toBeVisible()
    const section = (name: string) => within(sheet.getByRole('region', { name }))
    expect(section('Sent off this machine').getByText('3.1 KB to api.example.com:443')).toBeVisible()
    expect(
      section('Sent off this machine').getByText(/By the planner, 4 times, last .*; 11.7 KB came back/),
    ).toBeVisible()
    expect(section('Handed to other programs').getByText('58 bytes to the browser, for example.org')).toBeVisible()
    expect(section('Servers on this machine').getByText('47.1 KB with 127.0.0.1:11434')).toBeVisible()
    expect(section('By whom').getByText('3.1 KB sent, 47.1 KB on this machine')).toBeVisible()
    expect(sheet.getByText(/One transfer has no end on record/)).toBeVisible()
  })

  it('goes back a week by mouse and keyboard, and finds a name', async () => {
    fake.privacy = busyReport
    const { user, sheet } = await show()
    await sheet.findByText('3.1 KB sent off this machine')
    await user.click(sheet.getByRole('radio', { name: 'Last 7 days' }))
    expect(await sheet.findByText('5.00 MB sent off this machine')).toBeVisible()
    await user.type(sheet.getByRole('searchbox'), 'downloads')
    expect(sheet.getByText('5.00 MB to files.example.net:443')).toBeVisible()
    expect(sheet.queryByText(/api.example.com/)).toBeNull()
    await user.type(sheet.getByRole('searchbox'), 'zzz')
    expect(sheet.getByText('Nobody of that name got anything.')).toBeVisible()
    expect(asked()).toEqual(['day', 'week'])
  })

  it('follows what is sent while it is open, without asking by the clock', async () => {
    const { sheet } = await show()
    await sheet.findByText('0 bytes sent off this machine')
    const turn = fake.seed([started('ask away')])
    expect(asked()).toHaveLength(1)
    fake.privacy = (span) => fakeReport({ span, sent: 900 })
    fake.emit(turn, [
      { type: 'offDevice', state: 'ended', target: 'api.example.com:443', bytes: 900 },
      ended('done', 'Yes.'),
    ])
    expect(await sheet.findByText('900 bytes sent off this machine')).toBeVisible()
  })

  it('lists the biggest of many first, and says what is missing from the sums', async () => {
    fake.privacy = longReport
    const { user, sheet } = await show()
    const list = () => within(sheet.getByRole('region', { name: 'Handed to other programs' })).getAllByRole('listitem')
    expect(await sheet.findByText('12 more targets are counted and not listed.')).toBeVisible()
    expect(sheet.getByText('2 records could not be read and are not counted.')).toBeVisible()
    expect(sheet.getByText(/The record goes back only to/)).toBeVisible()
    expect(list()).toHaveLength(8)
    await user.click(sheet.getByRole('button', { name: 'Show all 400' }))
    expect(list()).toHaveLength(400)
  })

  it('shows no sum at all when the record can’t be read', async () => {
    const { user, sheet } = await show()
    await sheet.findByText('0 bytes sent off this machine')
    fake.answers['Privacy.Report'] = () => Promise.reject(new Error('The record could not be read.'))
    await user.click(sheet.getByRole('radio', { name: 'Last 7 days' }))
    expect(await sheet.findByText(/So it is not known whether anything left/)).toBeVisible()
    await waitFor(() => expect(sheet.queryByText(/sent off this machine/)).toBeNull())
    fake.answers['Privacy.Report'] = () => fakeReport({ span: 'week' })
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    expect(await sheet.findByText('0 bytes sent off this machine')).toBeVisible()
  })

  it('is reached from the bytes in the header too', async () => {
    const pace = new Pace(makeClient(fake.transport))
    pace.start()
    render(App, { pace })
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Who got what', hidden: true }))
    expect(await screen.findByRole('dialog', { name: 'Privacy' })).toBeVisible()
  })
})
