// Short ways to write events in tests.
import type { Ended, EventType, Outcome, Planned, Status, TurnEvent } from '../src/lib/api/events.gen'

type Body = { [T in EventType]: Omit<Extract<TurnEvent, { type: T }>, 'v' | 'turn' | 'seq' | 'at'> }[EventType]

const epoch = Date.parse('2026-01-01T00:00:00Z')

/** Numbers and dates bodies as one turn, a tenth of a second apart, from so many seconds after the epoch of the tests. */
export const rows = (turn: string, bodies: Body[], seconds = 0): TurnEvent[] =>
  bodies.map(
    (b, i) =>
      ({ ...b, v: 1, turn, seq: i + 1, at: new Date(epoch + seconds * 1000 + i * 100).toISOString() }) as TurnEvent,
  )

export const confirmed = (more: Partial<Outcome> = {}): Outcome => ({
  effect: 'confirmed',
  means: 'semantic',
  evidence: [{ kind: 'valueRead', what: 'text field "Total"', before: '7', after: '78' }],
  report: 'text field "Total" changed from 7 to 78.',
  reason: '',
  timing: { firstSignalMs: 12, provenMs: 41, settledMs: 291 },
  ...more,
})

const bare = { means: '' as const, evidence: [], timing: { firstSignalMs: null, provenMs: null, settledMs: null } }

export const unverifiable = (): Outcome => ({
  ...bare,
  effect: 'unverifiable',
  means: 'pointer',
  report: 'It was clicked, but nothing readable shows what came of it.',
  reason: 'noEvidence',
})

export const unchanged = (): Outcome => ({
  ...bare,
  effect: 'unchanged',
  means: 'semantic',
  report: 'Nothing changed.',
  reason: 'noEffect',
})

export const notAttempted = (): Outcome => ({
  ...bare,
  effect: 'notAttempted',
  report: 'Not begun, because an earlier step was not confirmed.',
  reason: 'dependsOn',
})

export const aTurn = {
  total: { routeMs: 0.1, planMs: 0, actMs: 80, totalMs: 90 },
  planned: (describe: string, more: Partial<Planned> = {}): Planned => ({
    tool: 'click',
    args: {},
    describe,
    risk: 'inputInjection',
    asks: false,
    undoable: true,
    target: '',
    ...more,
  }),
  started: (text: string) =>
    ({ type: 'turnStarted', text, origin: 'interface', attended: true, dryRun: false }) as const,
  ended: (status: Status, more: Partial<Ended> = {}) =>
    ({ type: 'turnEnded', status, spoken: '', question: null, steps: null, timing: aTurn.total, ...more }) as const,
}
