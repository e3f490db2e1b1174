// What a person sees of turns, as a pure function of the events. Events may come late, twice or in any order: only the
// unbroken beginning of each turn is shown, the rest is held until the gap is filled.
import type {
  AnswerOption,
  Ended,
  Observation,
  Outcome,
  Picture,
  Planned,
  Route,
  TurnEvent,
  Undo,
} from '../api/events.gen'

export interface StepView {
  index: number
  tool: string
  args: unknown
  describe: string
  /** ms since the epoch; 0 when it never began */
  startedAt: number
  outcome?: Outcome
  picture?: Picture
  /** why it is not on record */
  unrecorded?: string
}

export interface ApprovalView {
  id: string
  calls: Planned[]
  why: string
  /** text from outside was read before, and may be what asks for this */
  tainted: boolean
  expiresAt: number
  resolved?: { allowed: boolean; by: string }
}

export interface TransferView {
  target: string
  bytes: number
  active: boolean
}

export interface TurnView {
  id: string
  text: string
  origin: string
  attended: boolean
  dryRun: boolean
  startedAt: number
  lastAt: number
  route?: Route
  reply: string
  /** what is waited for instead of a reply */
  waiting: string
  planBy: string
  /** the calls of the newest plan and the number of steps before it */
  planned: Planned[]
  plannedFrom: number
  steps: StepView[]
  approvals: ApprovalView[]
  observed: Observation[]
  spoken: string
  undo?: Undo & { at: number }
  transfers: TransferView[]
  ended?: Ended & { at: number }
  /** it takes long and is in nobody's way, so that other sentences need not wait for it */
  beside: boolean
  /** Pace restarted meanwhile: what became of the turn is not known */
  lost: boolean
  /** the seq that comes next, and what came too early */
  next: number
  held: TurnEvent[]
}

export interface View {
  turns: TurnView[]
}

export const emptyView: View = { turns: [] }

const ms = (at: string) => Date.parse(at) || 0

function fresh(id: string, at: number): TurnView {
  return {
    id,
    text: '',
    origin: '',
    attended: true,
    dryRun: false,
    startedAt: at,
    lastAt: at,
    reply: '',
    waiting: '',
    planBy: '',
    planned: [],
    plannedFrom: 0,
    steps: [],
    approvals: [],
    observed: [],
    spoken: '',
    transfers: [],
    beside: false,
    lost: false,
    next: 1,
    held: [],
  }
}

/** Takes events as they are pushed. */
export const receive = (view: View, events: readonly TurnEvent[]): View => take(view, events, false)

/**
 * Takes the answer of Turns.Recent. What it does not hold up to its newest row of a turn is not coming any more, so such
 * gaps are passed over. Of the turns in running (those under way before the question), the ones that it does not know have
 * ended as what came of them says; else they are lost. One of which not even the beginning came is not shown.
 */
export function rebuild(view: View, rows: readonly TurnEvent[], running: ReadonlySet<string>): View {
  const known = new Set(rows.map((e) => e.turn))
  const gone = (t: TurnView) => running.has(t.id) && !known.has(t.id) && !t.ended && !t.lost
  const turns = take(view, rows, true).turns.filter((t) => !gone(t) || t.next > 1)
  return { turns: turns.map((t) => (gone(t) ? left(t) : t)) }
}

/** A turn of which nothing more comes. */
function left(turn: TurnView): TurnView {
  const t = advance(turn, [], Infinity)
  return t.ended ? t : { ...turn, lost: true }
}

/** The turns that have begun and not ended, as far as is known. */
export const unended = (view: View): Set<string> => new Set(view.turns.filter((t) => !t.ended).map((t) => t.id))

/** Whether something is held back because events before it are missing. */
export const hasGaps = (view: View): boolean => view.turns.some((t) => t.held.length > 0)

/** The attended turn under way that other sentences have to wait for, of which there is one at most. */
export function runningTurn(view: View): TurnView | undefined {
  const last = view.turns.findLast((t) => t.attended && (t.ended || !t.beside))
  return last && !last.ended && !last.lost ? last : undefined
}

/** The turn that ended last. */
export const lastEnded = (view: View): TurnView | undefined =>
  view.turns
    .filter((t) => t.ended)
    .reduce<TurnView | undefined>((a, b) => (a && a.ended!.at > b.ended!.at ? a : b), undefined)

export const openApproval = (turn: TurnView | undefined): ApprovalView | undefined =>
  turn?.ended ? undefined : turn?.approvals.findLast((a) => !a.resolved)

/** What is to be said of steps that could not be put on record; empty when all of them are. */
export function unrecordedWords(turn: TurnView): string {
  const lost = turn.steps.filter((s) => s.unrecorded)
  const why = lost[0]?.unrecorded
  if (!why) return ''
  const did = lost.some((s) => s.outcome && tried.has(s.outcome.effect))
  return did ? `This was done, but could not be put on record: ${why}.` : `This could not be put on record: ${why}.`
}

/** the effects of a step that may have changed something, or read it */
const tried = new Set<Outcome['effect']>(['confirmed', 'partial', 'unverifiable', 'cancelled'])

export const denied = (turn: TurnView): boolean => turn.approvals.some((a) => a.resolved && !a.resolved.allowed)

/** What a turn is called: its sentence or, where a button was pressed instead, what that button said. */
export function titleOf(turns: readonly TurnView[], i: number): string {
  const turn = turns[i]!
  if (turn.text) return turn.text
  const earlier = turns.slice(0, i).findLast((t) => (turn.route?.by === 'undo' ? t.undo : options(t).length))
  if (turn.route?.by === 'undo') return earlier?.undo ? `Undo: ${earlier.undo.label}` : 'Undo'
  const { path, label } = (turn.route?.calls?.[0]?.[0]?.args ?? {}) as { path?: string[]; label?: string }
  const chosen = earlier && options(earlier).find((o) => (o.path ?? []).join('\n') === (path ?? []).join('\n'))
  return chosen?.label ?? label ?? 'Going on'
}

/** The planned calls that have not begun yet. */
export const upcoming = (turn: TurnView): Planned[] =>
  turn.planned.slice(Math.max(0, turn.steps.length - turn.plannedFrom))

export const options = (turn: TurnView): AnswerOption[] => turn.ended?.question?.options ?? []

function take(view: View, events: readonly TurnEvent[], whole: boolean): View {
  if (events.length === 0) return view
  const byTurn = group(events)
  const turns = [...view.turns]
  for (const [id, rows] of byTurn) {
    const at = turns.findIndex((t) => t.id === id)
    const before = at < 0 ? fresh(id, ms(rows[0]!.at)) : turns[at]!
    const newest = whole ? Math.max(...rows.map((e) => e.seq)) : 0
    const after = advance(before, rows, newest)
    if (at < 0) turns.push(after)
    else turns[at] = after
  }
  turns.sort((a, b) => a.startedAt - b.startedAt)
  return { turns }
}

function group(events: readonly TurnEvent[]): Map<string, TurnEvent[]> {
  const by = new Map<string, TurnEvent[]>()
  for (const e of events) by.set(e.turn, [...(by.get(e.turn) ?? []), e])
  return by
}

function advance(turn: TurnView, rows: readonly TurnEvent[], passGapsUpTo: number): TurnView {
  const waiting = new Map<number, TurnEvent>()
  for (const e of [...turn.held, ...rows]) if (e.seq >= turn.next && !waiting.has(e.seq)) waiting.set(e.seq, e)
  const t: TurnView = { ...turn }
  for (const e of [...waiting.values()].sort((a, b) => a.seq - b.seq)) {
    if (e.seq !== t.next && e.seq > passGapsUpTo) break
    fold(t, e)
    t.next = e.seq + 1
    waiting.delete(e.seq)
  }
  t.held = [...waiting.values()]
  return t
}

/** Puts one event into a turn that belongs to the caller; lists are replaced, never changed. */
function fold(t: TurnView, e: TurnEvent) {
  t.lastAt = ms(e.at)
  t.lost = false
  switch (e.type) {
    case 'turnStarted':
      Object.assign(t, { text: e.text, origin: e.origin, attended: e.attended, dryRun: e.dryRun, startedAt: t.lastAt })
      break
    case 'routed':
      t.route = { route: e.route, by: e.by, intent: e.intent, confidence: e.confidence, calls: e.calls }
      break
    case 'tokenDelta':
      t.reply += e.text
      t.waiting = e.waiting ?? ''
      break
    case 'planReady':
      t.planBy = e.by
      t.planned = (e.calls ?? []).flat()
      t.plannedFrom = t.steps.length
      t.waiting = ''
      break
    case 'approvalRequested':
      t.approvals = [
        ...t.approvals,
        { id: e.id, calls: e.calls ?? [], why: e.why, tainted: e.tainted, expiresAt: ms(e.expiresAt) },
      ]
      break
    case 'approvalResolved':
      t.approvals = t.approvals.map((a) => (a.id === e.id ? { ...a, resolved: { allowed: e.allowed, by: e.by } } : a))
      break
    case 'stepStarted':
      put(t, { index: e.step, tool: e.tool, args: e.args, describe: e.describe, startedAt: t.lastAt })
      t.beside = !!e.beside
      t.waiting = ''
      break
    case 'stepEnded':
      put(t, {
        index: e.step,
        tool: e.tool,
        args: e.args,
        describe: e.describe,
        startedAt: t.steps.find((s) => s.index === e.step)?.startedAt ?? 0,
        outcome: e.outcome,
        picture: e.picture,
        unrecorded: e.unrecorded,
      })
      break
    case 'observed':
      t.observed = [
        ...t.observed,
        { what: e.what, elements: e.elements, truncated: e.truncated, untrusted: e.untrusted },
      ]
      break
    case 'spoken':
      t.spoken = e.text
      break
    case 'undoOffered':
      t.undo = { run: e.run, label: e.label, seconds: e.seconds, at: t.lastAt }
      break
    case 'offDevice':
      t.transfers = transfers(t.transfers, e.target, e.bytes, e.state !== 'ended')
      break
    case 'turnEnded':
      end(t, { status: e.status, spoken: e.spoken, question: e.question, steps: e.steps, timing: e.timing })
      break
  }
}

function put(t: TurnView, step: StepView) {
  t.steps = [...t.steps.filter((s) => s.index !== step.index), step].sort((a, b) => a.index - b.index)
}

function transfers(all: TransferView[], target: string, bytes: number, active: boolean): TransferView[] {
  const at = all.findIndex((x) => x.target === target && x.active)
  const next = { target, bytes, active }
  return at < 0 ? [...all, next] : all.with(at, next)
}

/** Steps that never began are told only at the end; they take their words from the plan. */
function end(t: TurnView, ended: Ended) {
  for (const [index, s] of (ended.steps ?? []).entries()) {
    const shown = t.steps.find((x) => x.index === index)
    if (shown?.outcome) continue
    const describe = shown?.describe || (t.planned[index - t.plannedFrom]?.describe ?? '')
    put(t, { index, tool: s.tool, args: s.args, describe, startedAt: shown?.startedAt ?? 0, outcome: s.outcome })
  }
  t.ended = { ...ended, at: t.lastAt }
  t.spoken = ended.spoken || t.spoken
  t.transfers = t.transfers.map((x) => ({ ...x, active: false }))
  t.waiting = ''
}
