import { beforeEach, describe, expect, it, vi } from 'vitest'
import { begun, ended, routed, started } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../api/client'
import { CallError } from '../api/transport'
import { Chat } from './chat.svelte'

let pace: FakePace
let chat: Chat
const now = (then: () => void) => queueMicrotask(then)
const soon = () =>
  vi.waitFor(() => expect(pace.calls.length).toBeGreaterThan(0)).then(() => new Promise((r) => setTimeout(r)))

beforeEach(() => {
  pace = fakePace(0)
  chat = new Chat(makeClient(pace.transport), now)
  chat.start()
})

describe('a chat', () => {
  it('shows a sentence at once, and replaces it by its turn', async () => {
    const sent = chat.submit('open the calculator', false)
    expect(chat.unseen).toMatchObject([{ text: 'open the calculator', state: 'sending' }])
    expect(chat.busy).toBe(true)
    await sent
    await soon()
    expect(chat.unseen).toEqual([])
    expect(chat.view.turns).toMatchObject([{ text: 'open the calculator', ended: { status: 'done' } }])
    expect(chat.busy).toBe(false)
  })

  it('keeps a sentence that could not be sent, and sends it again on request', async () => {
    pace.become({ state: 'waiting', attempt: 1, retryAt: 0 })
    await chat.submit('open the calculator', false)
    expect(chat.unseen).toMatchObject([{ state: 'unsent', message: 'Pace is not running here.' }])
    expect(chat.busy).toBe(false)
    pace.become({ state: 'open' })
    await chat.again(chat.unseen[0]!.key)
    await soon()
    expect(chat.unseen).toEqual([])
    expect(chat.view.turns).toHaveLength(1)
  })

  describe('when the connection ends before the answer', () => {
    beforeEach(async () => {
      pace.answers['Turns.Submit'] = () => {
        throw new CallError('lost', 'The connection ended before Pace answered.')
      }
      await chat.submit('press save', false)
      expect(chat.unseen).toMatchObject([{ state: 'unknown' }])
    })

    it('finds the sentence among the recent turns when it had arrived', async () => {
      pace.seed([started('press save')])
      await chat.refresh()
      expect(chat.unseen).toEqual([])
      expect(chat.running?.text).toBe('press save')
    })

    it('says that Pace does not know of it when it had not', async () => {
      pace.seed([started('something else'), ended('done', '')])
      await chat.refresh()
      expect(chat.unseen).toMatchObject([
        { text: 'press save', state: 'unsent', message: 'Pace has no record of this.' },
      ])
    })
  })

  it('does not wait for ever for a turn that a restarted Pace has forgotten', async () => {
    pace.answers['Turns.Submit'] = () => ({ turn: 'gone' })
    await chat.submit('press save', false)
    expect(chat.busy).toBe(true)
    await chat.refresh()
    expect(chat.busy).toBe(false)
    expect(chat.unseen).toMatchObject([{ state: 'unsent' }])
  })

  it('asks for recent turns when events are missing, and shows them in order', async () => {
    pace.seed([started('press save'), routed('press save')]) // the page was away: nobody heard these
    const deaf = new Chat(makeClient(pace.transport), now)
    deaf.start()
    pace.emit('turn-1', [begun(0, 'Press “Save”')])
    await vi.waitFor(() =>
      expect(deaf.view.turns).toMatchObject([{ text: 'press save', steps: [{ describe: 'Press “Save”' }] }]),
    )
    expect(pace.calls.map((c) => c.method)).toContain('Turns.Recent')
  })

  it('marks a running turn as lost when Pace comes back without it', async () => {
    pace.seed([started('press save')])
    await chat.refresh()
    expect(chat.running).toBeDefined()
    pace.answers['Turns.Recent'] = () => []
    await chat.refresh()
    expect(chat.running).toBeUndefined()
    expect(chat.view.turns[0]?.lost).toBe(true)
  })

  it('says in plain words when a button did not work, and that an unanswered one may have', async () => {
    pace.seed([started('press save')])
    await chat.refresh()
    pace.answers['Turns.Cancel'] = () => {
      throw new CallError('gone', 'That turn is over.')
    }
    await chat.cancel()
    expect(chat.notice).toBe('That turn is over.')
    pace.answers['Turns.Cancel'] = () => {
      throw new CallError('timeout', 'Pace did not answer in time.')
    }
    await chat.cancel()
    expect(chat.notice).toBe('Pace did not answer in time. It may have had its effect all the same.')
  })

  it('decides an approval once, and may try again when Pace did not take it', async () => {
    const denied = chat.decide('nobody-asked', false)
    expect(chat.deciding).toBe('nobody-asked')
    await chat.decide('nobody-asked', true)
    await denied
    expect(pace.calls.filter((c) => c.method === 'Turns.Decide').map((c) => c.params)).toEqual([
      ['nobody-asked', false],
    ])
    expect(chat.deciding).toBe('')
    expect(chat.notice).toBe('That question is closed.')
  })
})
