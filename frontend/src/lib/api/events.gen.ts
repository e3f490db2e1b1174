// Made from the Go source by `go generate ./backend/event`. Change the Go, not this file.

/** The protocol that this window speaks; the running Pace must speak the same. */
export const protocol = 1

/** Type names one member of the union. */
export type EventType =
  | 'turnStarted'
  | 'routed'
  | 'tokenDelta'
  | 'planReady'
  | 'approvalRequested'
  | 'approvalResolved'
  | 'stepStarted'
  | 'stepEnded'
  | 'observed'
  | 'spoken'
  | 'undoOffered'
  | 'offDevice'
  | 'turnEnded'

/** Status is how a turn ended; it decides the exit code of `pace ask`. */
export type Status =
  | 'done'
  | 'failed'
  | 'partial'
  | 'cancelled'
  | 'blocked'
  | 'notUnderstood'
  | 'unverified'

/** Effect says what became of an act. The zero value is NotAttempted: an outcome nobody made claims nothing. */
export type Effect =
  /** seen, by a fresh read after the act */
  | 'confirmed'
  /** delivered; a fresh read shows that nothing came of it, or that it was taken back */
  | 'unchanged'
  /** some of it was seen */
  | 'partial'
  /** delivered; whether it had an effect can't be known */
  | 'unverifiable'
  /** not dispatched, on purpose */
  | 'refused'
  /** could not be dispatched, or did something else */
  | 'failed'
  /** stopped before or while waiting */
  | 'cancelled'
  /** never begun, because an earlier step was not confirmed */
  | 'notAttempted'

/** Means says by which way an act was delivered. */
export type Means =
  /** a system or application interface made for the purpose */
  | 'api'
  /** the accessibility interface of the element */
  | 'semantic'
  | 'pointer'
  | 'keys'
  | 'paste'

/** EvidenceKind classes evidence for people and tests; free-form kinds are not used. */
export type EvidenceKind =
  /** the declared value was read back */
  | 'valueRead'
  /** the declared state was read back */
  | 'stateRead'
  /** the target's own state, value or name changed */
  | 'ownChange'
  /** the target no longer exists while its application does */
  | 'vanished'
  /** its application opened a window, dialog or menu */
  | 'windowNew'
  /** its application closed one */
  | 'windowGone'
  /** focus went into what opened */
  | 'focusMoved'
  /** weak: something else in the same window changed */
  | 'nearby'
  /** the goal held before anything was done */
  | 'alreadySo'
  /** a record was read again from where it lives */
  | 'record'
  /** a read-only call's value */
  | 'returned'
  /** it was so, and was taken back */
  | 'reverted'

/** Reason names the kind of problem. Callers branch on it; the sentence for a person is made at the edge. */
export type Reason =
  /** the element no longer exists */
  | 'gone'
  /** its application did not answer */
  | 'hung'
  /** no such element, app or window */
  | 'notFound'
  /** several fit; Candidates has them */
  | 'ambiguous'
  /** it is there but can't be used now */
  | 'disabled'
  /** nothing changed within the budget */
  | 'noEffect'
  /** it changed and changed back */
  | 'reverted'
  /** the application made something else of the text */
  | 'rewritten'
  /** delivered, nothing readable could prove it */
  | 'noEvidence'
  /** the expected state held before the act, so it proves nothing */
  | 'already'
  /** approval denied, or a rule of trust */
  | 'notPermitted'
  /** the platform lacks it: no display, no bus */
  | 'unavailable'
  /** bad argument */
  | 'invalid'
  /** it is there, but covered, out of view, or not to be brought to the front */
  | 'obstructed'
  /** the thing does not offer this */
  | 'unsupported'
  /** the user took mouse or keyboard */
  | 'userInput'
  | 'cancelled'
  /** dispatched without an answer */
  | 'timeout'
  /** a password field */
  | 'secret'
  | 'appEnded'
  /** an earlier step was not confirmed */
  | 'dependsOn'
  | 'internal'

/** Header is what every event carries. */
export interface Header {
  v: typeof protocol
  turn: string
  /** from 1, without gaps, per turn */
  seq: number
  at: string
  type: EventType
}

/** Delta is more of a reply while it is being made. Waiting says what is waited for instead ("reading the prompt"). */
export interface Delta {
  text: string
  waiting?: string
}

/** Speech is what was said, after the evidence was in. */
export interface Speech {
  text: string
}

/** Started is who asked what. */
export interface Started {
  text: string
  /** ask, interface, link, schedule, mcp, voice */
  origin: string
  attended: boolean
  dryRun: boolean
}

/** Route is the object of `pace inspect route`. */
export interface Route {
  route: string
  by: string
  intent: string
  confidence: number
  calls: Call[][] | null
}

/** Call is a tool call as it is printed. */
export interface Call {
  tool: string
  args: unknown
}

/** Plan is what is about to be done, before approval. */
export interface Plan {
  /** which planner */
  by: string
  calls: Planned[][] | null
}

/** Planned is one call with what a person needs to judge it. */
export interface Planned {
  tool: string
  args: unknown
  describe: string
  risk: string
  asks: boolean
  undoable: boolean
  /** what was found for it (dry run and approval), or empty */
  target: string
}

/** Approval asks for a decision. No answer until ExpiresAt means no. */
export interface Approval {
  id: string
  calls: Planned[] | null
  why: string
  /** text from outside was read before: no flag may answer for the person */
  tainted: boolean
  expiresAt: string
}

/** Resolved is the decision that counted. */
export interface Resolved {
  id: string
  allowed: boolean
  /** terminal, interface, flag, timeout, policy */
  by: string
}

/** Step is one call of the plan as it begins. */
export interface Step {
  /** from 0 over the whole turn */
  step: number
  tool: string
  args: unknown
  describe: string
  /** it takes long: what is asked next need not wait for it */
  beside?: boolean
}

/** StepResult is the same call when it has ended. */
export interface StepResult {
  step: number
  tool: string
  args: unknown
  describe: string
  outcome: Outcome
  /** the cause of a problem, for --verbose and traces */
  detail?: string
  picture?: Picture
  /** Unrecorded is why the step is not on record ("the database is damaged"); "" when it is. */
  unrecorded?: string
}

/** Outcome is proof.Outcome on the wire. */
export interface Outcome {
  effect: Effect
  means: Means | ''
  evidence: Evidence[] | null
  report: string
  reason: Reason | ''
  timing: Timing
}

/** Evidence is one thing that was read. */
export interface Evidence {
  kind: EvidenceKind
  what: string
  before: string
  after: string
}

/** Timing is in milliseconds since dispatch; null = never. */
export interface Timing {
  firstSignalMs: number | null
  provenMs: number | null
  settledMs: number | null
}

/** Picture refers to cropped pictures of the target before and after, served by the bridge under these ids. */
export interface Picture {
  before: string
  after: string
}

/** Observation says what was read of the screen or elsewhere, without its content. */
export interface Observation {
  what: string
  elements: number
  truncated: boolean
  untrusted: boolean
}

/** Undo offers to take something back. */
export interface Undo {
  /** id of the run record */
  run: number
  label: string
  /** how long an interface shows the offer; "undo that" works later too */
  seconds: number
}

/** Transfer is shown around bytes that leave the machine. */
export interface Transfer {
  /** started, ended */
  state: string
  target: string
  bytes: number
}

/** Ended closes a turn. */
export interface Ended {
  status: Status
  spoken: string
  question: Question | null
  steps: Result[] | null
  timing: Total
}

/** Result is one step in turnEnded. */
export interface Result {
  tool: string
  args: unknown
  outcome: Outcome
}

/** Question is asked back when something fits several things or a piece is missing. */
export interface Question {
  text: string
  options: AnswerOption[] | null
}

/** Option is one possible answer. */
export interface AnswerOption {
  label: string
  path: string[] | null
}

/** Total is the turn's own timing in milliseconds. */
export interface Total {
  routeMs: number
  planMs: number
  actMs: number
  totalMs: number
}

/** One row of a turn: header and body side by side, told apart by type. */
export type TurnEvent =
  | (Header & { type: 'turnStarted' } & Started)
  | (Header & { type: 'routed' } & Route)
  | (Header & { type: 'tokenDelta' } & Delta)
  | (Header & { type: 'planReady' } & Plan)
  | (Header & { type: 'approvalRequested' } & Approval)
  | (Header & { type: 'approvalResolved' } & Resolved)
  | (Header & { type: 'stepStarted' } & Step)
  | (Header & { type: 'stepEnded' } & StepResult)
  | (Header & { type: 'observed' } & Observation)
  | (Header & { type: 'spoken' } & Speech)
  | (Header & { type: 'undoOffered' } & Undo)
  | (Header & { type: 'offDevice' } & Transfer)
  | (Header & { type: 'turnEnded' } & Ended)

/** The event of one type. */
export type EventOf<T extends EventType> = Extract<TurnEvent, { type: T }>
