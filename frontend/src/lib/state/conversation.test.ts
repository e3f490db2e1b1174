import { describe, expect, it } from 'vitest'
import type { TurnEvent } from '../api/events.gen'
import {
  emptyView,
  hasGaps,
  openApproval,
  rebuild,
  receive,
  lastEnded,
  runningTurn,
  titleOf,
  unended,
  upcoming,
  type View,
} from './conversation'
import { aTurn, confirmed, notAttempted, rows } from '../../../test/events'

const only = (view: View) => {
  expect(view.turns).toHaveLength(1)
  return view.turns[0]!
}

/** A small generator with a seed, so that a failing order can be run again. */
function random(seed: number) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296
    return seed / 4294967296
  }
}

function shuffled<T>(list: T[], seed: number): T[] {
  const next = random(seed)
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[out[i], out[j]] = [out[j]!, out[i]!]
  }
  return out
}

const everything: TurnEvent[] = rows('t1', [
  { type: 'turnStarted', text: 'type 78', origin: 'interface', attended: true, dryRun: false },
  { type: 'routed', route: 'act', by: 'x', intent: 'screenAction', confidence: 1, calls: null },
  { type: 'tokenDelta', text: '', waiting: 'reading the prompt' },
  { type: 'tokenDelta', text: 'I will ' },
  { type: 'tokenDelta', text: 'type it.' },
  { type: 'planReady', by: 'local', calls: [[aTurn.planned('Type “78”')], [aTurn.planned('Press “Save”')]] },
  { type: 'approvalRequested', id: 'a1', calls: null, why: 'w', tainted: false, expiresAt: '2026-01-01T00:01:00Z' },
  { type: 'approvalResolved', id: 'a1', allowed: true, by: 'interface' },
  { type: 'offDevice', state: 'started', target: 'api.example.org', bytes: 0 },
  { type: 'offDevice', state: 'ended', target: 'api.example.org', bytes: 3000 },
  { type: 'observed', what: 'screen', elements: 3, truncated: false, untrusted: true },
  { type: 'stepStarted', step: 0, tool: 'type', args: {}, describe: 'Type “78”' },
  { type: 'stepEnded', step: 0, tool: 'type', args: {}, describe: 'Type “78”', outcome: confirmed() },
  { type: 'stepStarted', step: 1, tool: 'click', args: {}, describe: 'Press “Save”' },
  { type: 'stepEnded', step: 1, tool: 'click', args: {}, describe: 'Press “Save”', outcome: confirmed() },
  { type: 'undoOffered', run: 4, label: 'Typed text', seconds: 5 },
  { type: 'spoken', text: 'Typed.' },
  { type: 'turnEnded', status: 'done', spoken: 'Typed.', question: null, steps: null, timing: aTurn.total },
])

describe('a conversation', () => {
  const inOrder = receive(emptyView, everything)

  it('shows each event where it belongs', () => {
    const t = only(inOrder)
    expect(t).toMatchObject({
      text: 'type 78',
      reply: 'I will type it.',
      waiting: '',
      planBy: 'local',
      spoken: 'Typed.',
      undo: { run: 4, seconds: 5 },
      transfers: [{ target: 'api.example.org', bytes: 3000, active: false }],
      approvals: [{ id: 'a1', calls: [], resolved: { allowed: true, by: 'interface' } }],
      ended: { status: 'done' },
    })
    expect(t.steps.map((s) => [s.describe, s.outcome?.effect])).toEqual([
      ['Type “78”', 'confirmed'],
      ['Press “Save”', 'confirmed'],
    ])
    expect(hasGaps(inOrder)).toBe(false)
  })

  it.each(Array.from({ length: 40 }, (_, i) => i))('is the same for any order and any duplicates (seed %i)', (seed) => {
    const mixed = shuffled([...everything, ...shuffled(everything, seed + 1).slice(0, 7)], seed)
    let view = emptyView
    for (let i = 0; i < mixed.length; i += 3) view = receive(view, mixed.slice(i, i + 3))
    expect({ ...only(view), held: [] }).toEqual({ ...only(inOrder), held: [] })
    expect(hasGaps(view)).toBe(false)
  })

  it('never changes a view that was handed out', () => {
    const start = receive(emptyView, everything.slice(0, 12))
    const frozen = JSON.stringify(start)
    receive(start, everything.slice(12))
    rebuild(start, everything, unended(start))
    expect(JSON.stringify(start)).toBe(frozen)
  })

  it('keeps the same object for turns that did not change', () => {
    const more = receive(inOrder, rows('t2', [aTurn.started('second')], 60))
    expect(more.turns[0]).toBe(inOrder.turns[0])
  })

  it('orders turns by their beginning, not by arrival', () => {
    const late = receive(receive(emptyView, rows('t9', [aTurn.started('later')], 90)), everything)
    expect(late.turns.map((t) => t.id)).toEqual(['t1', 't9'])
  })
})

describe('a gap', () => {
  const gap = [...everything.slice(0, 3), ...everything.slice(5)]

  it('holds back what follows it', () => {
    const view = receive(emptyView, gap)
    expect(hasGaps(view)).toBe(true)
    expect(only(view)).toMatchObject({ next: 4, waiting: 'reading the prompt', steps: [] })
    expect(only(view).ended).toBeUndefined()
  })

  it('is closed by Turns.Recent', () => {
    const view = rebuild(receive(emptyView, gap), everything, new Set())
    expect(hasGaps(view)).toBe(false)
    expect(only(view).reply).toBe('I will type it.')
  })

  it('is passed over when Turns.Recent has no such row either, and no further than its newest row', () => {
    const view = rebuild(receive(emptyView, [...gap.slice(0, 3), everything[17]!]), gap.slice(0, 5), new Set())
    expect(only(view)).toMatchObject({ next: 8, planBy: 'local', reply: '' })
    expect(hasGaps(view)).toBe(true)
  })

  it('does not bring back what was passed over', () => {
    const view = rebuild(emptyView, gap, new Set())
    expect(receive(view, everything.slice(3, 5)).turns[0]).toEqual(view.turns[0])
  })
})

describe('a turn under way', () => {
  it('is the last attended one that has not ended', () => {
    expect(runningTurn(emptyView)).toBeUndefined()
    expect(runningTurn(receive(emptyView, everything.slice(0, 4)))?.id).toBe('t1')
    expect(runningTurn(receive(emptyView, everything))).toBeUndefined()
    const unattended = receive(emptyView, rows('t2', [{ ...aTurn.started('water'), attended: false }]))
    expect(runningTurn(unattended)).toBeUndefined()
  })

  it('is none that others need not wait for, however it goes on', () => {
    const long: Parameters<typeof rows>[1] = [
      aTurn.started('download it'),
      { type: 'stepStarted', step: 0, tool: 'download_file', args: {}, describe: 'Download it', beside: true },
    ]
    const begun = receive(emptyView, rows('t1', long))
    expect(begun.turns[0]).toMatchObject({ beside: true })
    expect(runningTurn(begun)).toBeUndefined()
    const next = receive(begun, rows('t2', [aTurn.started('press save')], 60))
    expect(runningTurn(next)?.id).toBe('t2')
    const over = receive(next, rows('t1', [...long, aTurn.ended('done')], 90))
    expect(runningTurn(over)?.id).toBe('t2')
    expect(lastEnded(over)?.id).toBe('t1')
    const all = receive(over, rows('t2', [aTurn.started('press save'), aTurn.ended('done')], 120))
    expect([runningTurn(all), lastEnded(all)?.id]).toEqual([undefined, 't2'])
    expect(lastEnded(next)).toBeUndefined()
  })

  it('is lost when Pace comes back without it, and found again when it speaks', () => {
    const begun = receive(emptyView, everything.slice(0, 4))
    const gone = rebuild(begun, rows('t0', [aTurn.started('old')], -60), unended(begun))
    expect(gone.turns.find((t) => t.id === 't1')?.lost).toBe(true)
    expect(runningTurn(gone)).toBeUndefined()
    expect(runningTurn(receive(gone, everything.slice(4, 6)))?.id).toBe('t1')
  })

  it('is as the window saw it end when Pace keeps nothing of it, and is not shown when its beginning never came', () => {
    const seen = receive(emptyView, [...everything.slice(0, 4), everything.at(-1)!])
    expect(only(seen).ended).toBeUndefined()
    expect(only(rebuild(seen, [], unended(seen)))).toMatchObject({ lost: false, ended: { status: 'done' } })
    const late = receive(emptyView, everything.slice(-2))
    expect(rebuild(late, [], unended(late)).turns).toEqual([])
  })

  it('is shown as running by a window that is opened in the middle of it', () => {
    const view = rebuild(emptyView, everything.slice(0, 12), new Set())
    expect(runningTurn(view)?.steps.length).toBeGreaterThan(0)
    expect(runningTurn(view)?.lost).toBe(false)
  })

  it('is not lost when it began after Turns.Recent was asked', () => {
    const begun = receive(emptyView, everything.slice(0, 4))
    expect(runningTurn(rebuild(begun, [], new Set()))?.id).toBe('t1')
  })

  it('has an open approval until it is resolved or the turn is over', () => {
    const asked = receive(emptyView, everything.slice(0, 7))
    expect(openApproval(runningTurn(asked))?.id).toBe('a1')
    expect(openApproval(runningTurn(receive(asked, everything.slice(7, 8))))).toBeUndefined()
    const dead = rows('t1', [aTurn.ended('cancelled')]).map((e) => ({ ...e, seq: 8 }))
    expect(openApproval(receive(asked, dead).turns[0])).toBeUndefined()
  })

  it('shows planned steps as upcoming until each begins, counting from its newest plan', () => {
    const at = (n: number) => upcoming(only(receive(emptyView, everything.slice(0, n)))).map((p) => p.describe)
    expect(at(6)).toEqual(['Type “78”', 'Press “Save”'])
    expect(at(12)).toEqual(['Press “Save”'])
    expect(at(14)).toEqual([])
    const again = rows('t1', [{ type: 'planReady', by: 'local', calls: [[aTurn.planned('Look again')]] }]).map((e) => ({
      ...e,
      seq: 16,
    }))
    expect(upcoming(only(receive(emptyView, [...everything.slice(0, 15), ...again]))).map((p) => p.describe)).toEqual([
      'Look again',
    ])
  })

  it('takes steps that never began from its end, with the words of the plan', () => {
    const view = receive(
      emptyView,
      rows('t1', [
        aTurn.started('x'),
        { type: 'planReady', by: 'local', calls: [[aTurn.planned('Type “78”'), aTurn.planned('Press “Save”')]] },
        { type: 'stepStarted', step: 0, tool: 'type', args: {}, describe: 'Type “78”' },
        {
          ...aTurn.ended('partial'),
          steps: [
            { tool: 'type', args: {}, outcome: confirmed() },
            { tool: 'click', args: {}, outcome: notAttempted() },
          ],
        },
      ]),
    )
    expect(only(view).steps.map((s) => [s.describe, s.outcome?.effect])).toEqual([
      ['Type “78”', 'confirmed'],
      ['Press “Save”', 'notAttempted'],
    ])
  })
})

describe('the title of a turn', () => {
  const options = [
    { label: 'Same in Left', path: ['window:A', 'group:Left', 'button:Same'] },
    { label: 'Same in Right', path: ['window:A', 'group:Right', 'button:Same'] },
  ]
  const route = (by: string, calls: { tool: string; args: unknown }[][] | null) =>
    ({ type: 'routed', route: 'command', by, intent: 'screenAction', confidence: 1, calls }) as const
  const asked = rows('t1', [
    aTurn.started('press Same'),
    { type: 'undoOffered', run: 3, label: 'Type 3 characters', seconds: 5 },
    aTurn.ended('blocked', { question: { text: 'Which one?', options } }),
  ])
  const after = (by: string, calls: { tool: string; args: unknown }[][] | null, before = asked) => {
    const { turns } = receive(emptyView, [...before, ...rows('t2', [aTurn.started(''), route(by, calls)], 10)])
    return titleOf(turns, turns.length - 1)
  }

  it('is its sentence', () => expect(titleOf(receive(emptyView, asked).turns, 0)).toBe('press Same'))
  it('is the option that was chosen', () => {
    expect(after('answer', [[{ tool: 'click', args: { path: options[1]!.path } }]])).toBe('Same in Right')
  })
  it('is the label of an option whose question is no longer there', () => {
    expect(after('answer', [[{ tool: 'click', args: { path: ['x'], label: 'Same' } }]], [])).toBe('Same')
    expect(after('answer', null, [])).toBe('Going on')
  })
  it('says what was taken back', () => {
    expect(after('undo', null)).toBe('Undo: Type 3 characters')
    expect(after('undo', null, [])).toBe('Undo')
  })
})
