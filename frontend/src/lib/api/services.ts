// What an interface may call. The Go twin is backend/bridge; names, order of parameters and JSON keys are a contract.
import type { Effect, Evidence, Means, Planned, Route, TurnEvent } from './events.gen'

/** How the planner in use is called, and on which tier it runs. */
export interface PlannerInUse {
  /** empty: nobody has looked yet */
  tier: string
  /** where, and which model */
  label: string
  /** for a place with little room */
  short: string
}

/** Something of the machine that Pace needs for some of its work. */
export interface Capability {
  name: string
  state: 'ready' | 'denied' | 'absent'
  reason: string
  fix: string
}

/** Who answers: asked once for every connection. */
export interface Hello {
  protocol: number
  version: string
  platform: string
  planner: PlannerInUse
  offDeviceBytesToday: number
  capabilities: Capability[] | null
  hosting: string
}

/** A turn that has begun. Its events follow as pushes. */
export interface Started {
  turn: string
}

/** What a sentence would come to. At most one of asks and not is set. */
export interface Preview {
  route: string
  /** a line for each step, with the verb first: "open Calculator" */
  will: string[] | null
  /** where that comes from: "built-in phrase" */
  from: string
  /** what Pace will ask, because something is missing */
  asks: string
  /** why nothing of that is done, or nothing at all */
  not: string
  /** a model is asked */
  model: boolean
}

/** A cropped picture of a target. */
export interface PictureData {
  mime: string
  base64: string
}

export type SettingType = 'bool' | 'int' | 'string' | 'enum' | 'duration'
export type SettingValue = string | number | boolean

/** One row of the table of settings. A duration is written as Go writes it ("2s"). */
export interface Setting {
  key: string
  type: SettingType
  value: SettingValue
  default: SettingValue
  summary: string
  options?: string[]
  /** for a duration in milliseconds */
  min?: number
  max?: number
  /** why the file's value was not taken */
  problem?: string
  /** the environment variable that decides it, so that it can't be changed here */
  fixed?: string
  /** the file or the environment decides it; else the default holds */
  chosen?: boolean
  /** a change holds from the next start on */
  restart?: boolean
}

/** One probe of the doctor. */
export interface Probe {
  name: string
  state: 'ok' | 'warn' | 'fail' | 'absent'
  detail: string
  fix: string
}

/** One thing that was done and is on record. */
export interface Run {
  run: number
  turn: string
  at: string
  tool: string
  label: string
  effect: string
  undoable: boolean
  undone: boolean
}

/** One model that a server has. Unknown numbers are 0. */
export interface ServedModel {
  name: string
  /** without the folders of a file */
  short: string
  /** false: it only makes vectors */
  chat: boolean
  loaded: 'yes' | 'no' | ''
  context: number
  maxContext: number
  bytes: number
  size: string
  quant: string
  canUnload: boolean
}

/** A model server that answers on this machine. */
export interface ModelServer {
  url: string
  /** host and port */
  at: string
  kind: string
  name: string
  version: string
  /** it is up, its model is not */
  loading: boolean
  models: ServedModel[] | null
}

/** The server and the model that would be asked next. */
export interface AskedModel {
  url: string
  model: string
  short: string
}

/** What is known of the newest chat with a model. */
export interface LastAnswer {
  at: string
  asked: string
  /** the model that really answered; empty when the server named none */
  served: string
  compared: 'same' | 'other' | 'unnamed' | ''
  promptTokens: number
  cachedTokens: number
  answerTokens: number
  /** 0: nothing came */
  firstMs: number
  totalMs: number
  attempts: number
  /** why it was not used */
  problem: string
}

/** One part of Pace with what fills it. */
export interface MemoryItem {
  slot: string
  name: string
  choice: string
  gb: number
  /** false: gb is not known */
  known: boolean
}

/** Whether what is chosen fits into this machine, in units of 2^30 bytes. */
export interface MemoryBudget {
  /** 0: not known */
  physicalGB: number
  usableGB: number
  neededGB: number
  fits: boolean
  items: MemoryItem[] | null
  verdict: string
}

/** What went out since midnight. */
export interface PrivacyToday {
  offDeviceBytes: number
  /** both ways, with servers on this machine */
  localBytes: number
  handedOverBytes: number
  /** transfers whose size is not known yet */
  unfinished: number
  /** records that could not be read */
  broken: number
}

/** A tier, and why it can't be chosen where it can't. */
export interface TierChoice {
  id: string
  name: string
  about: string
  why: string
}

/** Everything about who plans. */
export interface BrainStatus {
  /** the tier; empty when none is chosen */
  chosen: string
  planner: PlannerInUse
  /** why what is chosen can't be asked */
  problem: string
  /** when somebody last looked; empty when a look is needed */
  looked: string
  servers: ModelServer[] | null
  asked?: AskedModel
  last?: LastAnswer
  memory: MemoryBudget
  privacy: PrivacyToday
  tiers: TierChoice[] | null
}

/** What became of asking for memory back. */
export interface Unloaded {
  /** seen in the server's own list */
  freed: boolean
  said: string
  status: BrainStatus
}

/** A link that waits to be opened. Its text is somebody else's. */
export interface WaitingLink {
  id: string
  text: string
}

/** Something to tell about a link; quote is what the link says, or empty. */
export interface LinkNotice {
  id: string
  text: string
  quote: string
}

/** All there is to show of links. */
export interface LinkState {
  /** counts up: of two states the one with the higher is newer */
  n: number
  /** the first that waits may be opened now */
  free: boolean
  waiting: WaitingLink[] | null
  notices: LinkNotice[] | null
}

/** A kind of work, to look for tools and for what was done. */
export interface Family {
  id: string
  name: string
}

/** What narrows the history; empty fields narrow nothing. */
export interface ActivityFilter {
  family: string
  effect: Effect | ''
  text: string
  /** YYYY-MM-DD in the zone of the machine */
  day: string
  /** rows older than this run; 0 = from the newest on */
  before: number
  limit: number
}

/** Whether a run can be taken back. */
export interface UndoState {
  /** held: a newer one comes first */
  state: 'offered' | 'undone' | 'held' | 'none'
  why: string
  /** when it was undone */
  at: string
}

/** One call that ran. */
export interface ActivityRow {
  run: number
  turn: string
  at: string
  /** the sentence; empty when there was none, or it is not kept */
  said: string
  /** undo and answer: a button was pressed */
  origin: 'ask' | 'interface' | 'link' | 'schedule' | 'mcp' | 'voice' | 'undo' | 'answer' | ''
  tool: string
  family: string
  label: string
  /** begun: what came of it is not on record */
  effect: Effect | 'begun'
  means: Means | ''
  evidence: Evidence[] | null
  report: string
  undo: UndoState
}

/** A part of the history, newest first. */
export interface ActivityPage {
  rows: ActivityRow[] | null
  /** there are older ones */
  more: boolean
  /** the one run that can be taken back now; 0 = none */
  undoable: number
  families: Family[] | null
  /** sentences and what was read are being kept */
  keeping: boolean
  /** why nothing new is put on record; empty when all of it is */
  problem: string
}

/** What one place or program got. */
export interface PrivacyTarget {
  target: string
  how: 'sent' | 'handedOver' | 'local'
  /** sent there, or handed over */
  bytes: number
  received: number
  times: number
  last: string
  /** of Pace that did it */
  parts: string[] | null
}

/** The share of one part of Pace. */
export interface PrivacyPart {
  part: string
  sent: number
  received: number
  handedOver: number
  /** both ways, with servers on this machine */
  local: number
  times: number
}

/** What left this machine in a span of time, from the audit alone. */
export interface PrivacyReport {
  span: 'day' | 'week'
  since: string
  /** the record goes back only so far; empty when it covers the whole span */
  from: string
  sent: number
  received: number
  handedOver: number
  local: number
  /** crossings without an end */
  unfinished: number
  /** records that could not be read */
  broken: number
  targets: PrivacyTarget[] | null
  /** targets beyond those; their bytes are counted */
  unlisted: number
  parts: PrivacyPart[] | null
}

/** A timer or alarm that runs or rings, or a reminder that rings. */
export interface RunningTimer {
  id: number
  kind: 'timer' | 'alarm' | 'reminder'
  /** what it is for; may be empty */
  label: string
  /** in a sentence: the timer “pasta” */
  name: string
  due: string
  /** for a person, in the zone of this machine: at 14:32 */
  at: string
  /** as asked; 0 for an alarm */
  lengthMs: number
  state: 'running' | 'ringing'
  /** what it says when it rings, and what else there is to say of that; empty while it runs */
  said: string
  more: string
  /** of a reminder: it can be marked as done */
  tick: boolean
}

/** A tool that needs a part of the machine. */
export interface Unlocks {
  tool: string
  name: string
  example: string
}

/** One part of the machine, and what can't be done without it. */
export interface Permission {
  id: string
  name: string
  /** what it is for */
  about: string
  state: 'ready' | 'limited' | 'denied' | 'absent'
  /** of a ready one: what was found */
  reason: string
  fix: string
  tools: Unlocks[] | null
}

/** A sentence that is an example of an ability. */
export interface Saying {
  text: string
  /** understood without a model */
  direct: boolean
}

/** What an ability needs and is not there. */
export interface Missing {
  name: string
  reason: string
}

/** One tool. */
export interface Ability {
  tool: string
  name: string
  summary: string
  says: Saying[] | null
  risk: string
  asks: 'never' | 'whenArgs' | 'always'
  /** once it is done */
  undoable: boolean
  /** empty when it can be done now */
  missing: Missing[] | null
}

/** A kind of work with its tools. */
export interface AbilityFamily {
  id: string
  name: string
  abilities: Ability[] | null
}

/** One approval that waits, with where it comes from. */
export interface WaitingApproval {
  id: string
  turn: string
  /** the sentence; empty where a button was pressed */
  said: string
  origin: string
  at: string
  calls: Planned[] | null
  why: string
  /** text from outside was read before, and may be what asks for this */
  tainted: boolean
  expiresAt: string
}

/** All approvals that wait. */
export interface ApprovalState {
  /** counts up: of two states the one with the higher is newer */
  n: number
  /** the one that was asked first comes first */
  waiting: WaitingApproval[] | null
}

/** What a tester wants to be opened. Only a Pace that was started for a test asks for that. */
export interface Show {
  n: number
  place: string
}

/** A service that only such a Pace has. */
export interface SmokeService {
  /** Says that what was asked for under this number is on the page. */
  Opened(n: number): Promise<void>
}

export interface Services {
  Session: {
    Hello(clientProtocol: number): Promise<Hello>
  }
  Turns: {
    Submit(text: string, dryRun: boolean): Promise<Started>
    Cancel(turn: string): Promise<void>
    Decide(approvalId: string, allow: boolean): Promise<void>
    Answer(turn: string, option: string[]): Promise<Started>
    Undo(run: number): Promise<Started>
    /** The rows of at most limit recent turns, oldest first, to build the conversation again. */
    Recent(limit: number): Promise<TurnEvent[] | null>
    /** What would happen to a sentence without asking a model. Touches nothing. */
    Route(text: string): Promise<Route>
    /** What a sentence would come to and where that comes from, while it is being typed. Touches nothing. */
    Preview(text: string): Promise<Preview>
  }
  Pictures: {
    Get(id: string): Promise<PictureData>
  }
  Settings: {
    List(): Promise<Setting[] | null>
    Set(key: string, value: SettingValue): Promise<Setting>
    /** Makes a row not chosen, so that its default holds. */
    Reset(key: string): Promise<Setting>
  }
  Runs: {
    List(limit: number): Promise<Run[] | null>
  }
  Activity: {
    List(filter: ActivityFilter): Promise<ActivityPage>
  }
  Privacy: {
    Report(span: PrivacyReport['span']): Promise<PrivacyReport>
  }
  Permissions: {
    /** Looks at every part of the machine afresh; takes up to some seconds. */
    Probe(): Promise<Permission[] | null>
  }
  Abilities: {
    List(): Promise<AbilityFamily[] | null>
  }
  Approvals: {
    State(): Promise<ApprovalState>
  }
  Doctor: {
    Probe(): Promise<Probe[] | null>
  }
  Brain: {
    /** What is known from the last look. Contacts nobody. */
    Status(): Promise<BrainStatus>
    /** Looks for model servers on this machine anew. */
    Look(): Promise<BrainStatus>
    /** Asks the server to take a model out of memory, and looks whether it did. */
    Unload(model: string): Promise<Unloaded>
  }
  Links: {
    State(): Promise<LinkState>
    /** Begins the turn of the link that waits first; only a window that shows links does this. */
    Open(id: string): Promise<Started>
    /** Forgets a link that waits, or closes a notice. */
    Drop(id: string): Promise<void>
  }
  Timers: {
    /** All that run and ring, the nearest first. Changes are pushed as "timers". */
    List(): Promise<RunningTimer[] | null>
    /** Ends one that runs. */
    Cancel(id: number): Promise<void>
    /** Ends one that rings. */
    Dismiss(id: number): Promise<void>
    /** Marks a reminder that rings as done in its file, and ends it. */
    Done(id: number): Promise<void>
  }
}

/** What Pace sends unasked. */
export interface Pushes {
  turn: TurnEvent[]
  links: LinkState
  approvals: ApprovalState
  timers: RunningTimer[]
  show: Show
}
