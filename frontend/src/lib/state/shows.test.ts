import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakePace, type FakePace } from '../../../test/fake'
import App from '../../features/shell/App.svelte'
import { makeClient } from '../api/client'
import { Pace } from './pace.svelte'

let fake: FakePace
const opened = () => fake.calls.filter((c) => c.method === 'Smoke.Opened').map((c) => c.params)

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  return pace
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('what a tester asks to be opened', () => {
  it('is said to be open once it is on the page', async () => {
    show()
    const n = fake.show('settings')
    await waitFor(() => expect(opened()).toEqual([[n]]))
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  })

  it('takes the place of what was open', async () => {
    const pace = show()
    pace.places.show('privacy')
    await screen.findByRole('dialog', { name: 'Privacy' })
    fake.show('settings')
    await screen.findByRole('dialog', { name: 'Settings' })
    await waitFor(() => expect(opened()).toHaveLength(1))
  })

  it('is nothing when there is no such place', async () => {
    const pace = show()
    fake.show('everything')
    await screen.findByText('0 bytes left this machine today')
    expect(pace.places.open).toBe('')
    expect(opened()).toEqual([])
  })
})
