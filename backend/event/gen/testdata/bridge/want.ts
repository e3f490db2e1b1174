// Made from the Go source by `go generate ./backend/event`. Change the Go, not this file.

import type { Route, Status, TurnEvent } from './events.gen'

/** Level is how bad it is. */
export type Level =
  /** nothing to do */
  | 'fine'
  | 'it\'s bad'

/**
 * Row is one line.
 *
 * It spans two paragraphs.
 */
export interface Row {
  /** its name */
  key: string
  level: Level
  loose: string
  min?: number
  max: number | null
  options?: string[]
  rows: Row[][] | null
  names: Record<string, string> | null
  maybe: Row[] | null
  at: string
  any: unknown
  last: TurnEvent
  ended: Status
}

/** Rows serves rows. */
export interface Rows {
  /** Clear forgets all. */
  Clear(): Promise<void>
  /** List gives at most limit rows. */
  List(limit: number): Promise<Row[] | null>
  /** Route says what would happen. */
  Route(text: string): Promise<Route>
  /** Set changes one. */
  Set(key: string, value: unknown): Promise<Row>
}

/** Every service by the name it is called under. */
export interface Services {
  Rows: Rows
}
