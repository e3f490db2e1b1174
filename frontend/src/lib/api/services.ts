// What an interface may call. The Go twin is backend/bridge; names, order of parameters and JSON keys are a contract.
import type { Route, TurnEvent } from './events.gen'

/** How the planner in use is called, and on which tier it runs. */
export interface PlannerInUse {
  tier: string
  label: string
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
  }
  Pictures: {
    Get(id: string): Promise<PictureData>
  }
  Settings: {
    List(): Promise<Setting[] | null>
    Set(key: string, value: SettingValue): Promise<Setting>
  }
  Runs: {
    List(limit: number): Promise<Run[] | null>
  }
  Doctor: {
    Probe(): Promise<Probe[] | null>
  }
}

/** What Pace sends unasked. */
export interface Pushes {
  turn: TurnEvent[]
}
