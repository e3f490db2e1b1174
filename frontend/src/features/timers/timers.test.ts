import { act, cleanup, render, screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeAlarm, fakeReminder, fakeTimer, ringing } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { CallError } from '../../lib/api/transport'
import { countdown } from '../../lib/state/timers.svelte'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const field = () => screen.getByRole('textbox', { name: 'What should happen' })
const called = (method: string) => fake.calls.filter((c) => c.method === method).map((c) => c.params)
const left = (name: string) => screen.findByRole('timer', { name: `Left of ${name}` })

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  return userEvent.setup()
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('timers', () => {
  it('take no room while there are none', async () => {
    show()
    await screen.findByText('0 bytes left this machine today')
    expect(screen.queryByRole('region', { name: 'Timers' })).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('that run already are there when the window opens, with what is left', async () => {
    fake.time([fakeTimer(1, 'pasta', 480_000, 271_900), fakeAlarm(2, 'gym', 2 * 3_600_000)])
    show()
    expect(await left('the timer “pasta”')).toHaveTextContent('4:32')
    expect(await left('the alarm “gym”')).toHaveTextContent('2:00:00')
  })

  it('that were pushed while the window asked are not overtaken by the answer', async () => {
    let answer: (all: unknown[]) => void = () => {}
    fake.answers['Timers.List'] = () => new Promise((resolve) => (answer = resolve))
    show()
    await waitFor(() => expect(called('Timers.List')).toHaveLength(1))
    await act(() => fake.time([fakeTimer(1, 'pasta', 480_000, 272_000)]))
    await act(() => answer([]))
    expect(await left('the timer “pasta”')).toBeVisible()
  })

  it('are cancelled by keyboard, and the field is ready again', async () => {
    fake.time([fakeTimer(7, 'pasta', 480_000, 272_000)])
    const user = show()
    ;(await screen.findByRole('button', { name: 'Cancel the timer “pasta”' })).focus()
    await user.keyboard('{Enter}')
    expect(called('Timers.Cancel')).toEqual([[7]])
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('say when they are over, to everybody, and take no focus', async () => {
    fake.time([fakeTimer(1, 'pasta', 480_000, 500)])
    const user = show()
    await left('the timer “pasta”')
    await user.type(field(), 'half a sen')
    const late = 'It was due at 13:30, 1 hour before Pace could say so.'
    await act(() => fake.time([ringing(fakeTimer(1, 'pasta', 480_000, 0), 'Time is up: pasta.', late)]))
    expect(screen.getByRole('alert', { name: 'Timers that ring' })).toHaveTextContent('Time is up: pasta.')
    expect(screen.getByText(late)).toBeVisible()
    expect(field()).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Dismiss the timer “pasta”' }))
    expect(called('Timers.Dismiss')).toEqual([[1]])
    await waitFor(() => expect(screen.queryByText('Time is up: pasta.')).toBeNull())
  })

  it('that ring together are dismissed together', async () => {
    fake.time([1, 2, 3, 4].map((id) => ringing(fakeTimer(id, `n${id}`, 60_000, 0))))
    const user = show()
    expect(await screen.findByText('2 more ring.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss all' }))
    await waitFor(() => expect(called('Timers.Dismiss')).toEqual([[1], [2], [3], [4]]))
    await waitFor(() => expect(screen.queryByText(/Time is up/)).toBeNull())
  })

  it('are few at first, and all when asked for', async () => {
    fake.time(Array.from({ length: 30 }, (_, i) => fakeTimer(i + 1, `n${i}`, 3_600_000, 60_000 * (i + 1))))
    const user = show()
    await left('the timer “n0”')
    expect(screen.getAllByRole('timer')).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: '26 more' }))
    expect(screen.getAllByRole('timer')).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'Show fewer' }))
    expect(screen.getAllByRole('timer')).toHaveLength(4)
  })

  it('promise nothing while Pace is away', async () => {
    fake.time([fakeTimer(1, 'pasta', 480_000, 272_000)])
    show()
    await left('the timer “pasta”')
    await act(() => fake.become({ state: 'waiting', attempt: 1, retryAt: Date.now() + 5000 }))
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.getByText(/^due at/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull()
  })

  it('that ended meanwhile are gone, and what can’t be ended is said', async () => {
    fake.time([fakeTimer(1, 'pasta', 480_000, 272_000)])
    const user = show()
    const cancel = await screen.findByRole('button', { name: 'Cancel the timer “pasta”' })
    fake.answers['Timers.Cancel'] = () => {
      throw new CallError('internal', 'The timer could not be ended.')
    }
    await user.click(cancel)
    expect(await screen.findByText('The timer could not be ended.')).toBeVisible()
    fake.answers['Timers.Cancel'] = () => {
      throw new CallError('notFound', 'That timer has ended already.')
    }
    fake.answers['Timers.List'] = () => []
    await user.click(screen.getByRole('button', { name: 'Cancel the timer “pasta”' }))
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
    expect(screen.queryByText('The timer could not be ended.')).toBeNull()
  })
})

describe('reminders that are due', () => {
  it('say so beside the timers, and are dismissed there', async () => {
    fake.time([fakeReminder(3, 'call Anna', true, 'It was due at 13:30, 1 hour before Pace could say so.')])
    const user = show()
    const due = await screen.findByRole('alert', { name: 'Reminders that are due' })
    expect(due).toHaveTextContent('Reminder: call Anna')
    expect(due).toHaveTextContent('It was due at 13:30, 1 hour before Pace could say so.')
    expect(screen.queryByRole('region', { name: 'Timers' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Dismiss the reminder “call Anna”' }))
    expect(called('Timers.Dismiss')).toEqual([[3]])
    await waitFor(() => expect(screen.queryByText('Reminder: call Anna')).toBeNull())
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('are marked as done where their file can say so, by keyboard too', async () => {
    fake.time([fakeReminder(3, 'call Anna'), fakeReminder(4, 'pills', false)])
    const user = show()
    const done = await screen.findByRole('button', { name: 'Mark the reminder “call Anna” as done' })
    expect(screen.queryByRole('button', { name: 'Mark the reminder “pills” as done' })).toBeNull()
    done.focus()
    await user.keyboard('{Enter}')
    expect(called('Timers.Done')).toEqual([[3]])
    await waitFor(() => expect(screen.queryByText('Reminder: call Anna')).toBeNull())
    expect(screen.getByText('Reminder: pills')).toBeVisible()
  })

  it('stay, with the reason, when they can’t be marked as done', async () => {
    fake.time([fakeReminder(3, 'call Anna')])
    fake.answers['Timers.Done'] = () => {
      throw new CallError('invalid', 'Somebody changed that reminder at the same moment, so it was left as it is.')
    }
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Mark the reminder “call Anna” as done' }))
    expect(await screen.findByText(/^Somebody changed that reminder/)).toBeVisible()
    expect(screen.getByText('Reminder: call Anna')).toBeVisible()
  })

  it('and timers that ring are counted together', async () => {
    fake.time([ringing(fakeTimer(1, 'pasta', 60_000, 0)), ...[2, 3, 4].map((id) => fakeReminder(id, `r${id}`))])
    show()
    expect(await screen.findByRole('alert', { name: 'What is due' })).toHaveTextContent('2 more are due.')
  })
})

describe('the tick of timers', () => {
  afterEach(() => vi.restoreAllMocks())

  const watched = () => {
    const begun = vi.spyOn(globalThis, 'setInterval')
    const cleared = vi.spyOn(globalThis, 'clearInterval')
    return () =>
      begun.mock.results.filter(
        (r, i) => begun.mock.calls[i]?.[1] === 1000 && !cleared.mock.calls.some(([id]) => id === r.value),
      ).length
  }
  const hide = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  it('is one for all of them, only while one counts down in a page that is in view', async () => {
    const ticking = watched()
    hide(false) // jsdom's page is hidden by itself
    show()
    await screen.findByText('0 bytes left this machine today')
    expect(ticking()).toBe(0)
    await act(() => fake.time([fakeTimer(1, 'a', 60_000, 50_000), fakeTimer(2, 'b', 60_000, 55_000)]))
    await left('the timer “a”')
    await waitFor(() => expect(ticking()).toBe(1))
    hide(true)
    expect(ticking()).toBe(0)
    hide(false)
    expect(ticking()).toBe(1)
    await act(() => fake.time([ringing(fakeTimer(1, 'a', 60_000, 0))]))
    await waitFor(() => expect(ticking()).toBe(0))
  })
})

describe('a countdown', () => {
  it.each([
    [272_400, '4:33'],
    [59_001, '1:00'],
    [1000, '0:01'],
    [1, '0:01'],
    [0, '0:00'],
    [-5000, '0:00'],
    [3_600_000, '1:00:00'],
    [26 * 3_600_000 + 5 * 60_000, '1 d 02:05'],
  ])('of %i ms reads %s', (ms, words) => expect(countdown(ms)).toBe(words))
})
