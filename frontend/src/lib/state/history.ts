// The history in the order in which a person reads it: days, and in them what was wanted, each with its steps.
import type { ActivityRow } from '../api/services'

export interface Asked {
  turn: string
  said: string
  origin: ActivityRow['origin']
  /** of its first step that is known, ms since the epoch */
  at: number
  /** in the order in which they were done */
  rows: ActivityRow[]
}

export interface Day {
  /** YYYY-MM-DD here */
  day: string
  asked: Asked[]
}

const two = (n: number) => String(n).padStart(2, '0')
export const dayOf = (ms: number): string => {
  const d = new Date(ms)
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`
}

/** Rows come newest first; what belongs to one turn stays together, on the day of its newest step. */
export function grouped(rows: readonly ActivityRow[]): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const at = Date.parse(row.at) || 0
    const last = days.at(-1)?.asked.at(-1)
    if (last && last.turn === row.turn) {
      last.rows.unshift(row)
      last.at = at
      continue
    }
    const asked: Asked = { turn: row.turn, said: row.said, origin: row.origin, at, rows: [row] }
    const day = dayOf(at)
    if (days.at(-1)?.day === day) days.at(-1)!.asked.push(asked)
    else days.push({ day, asked: [asked] })
  }
  return days
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** "Today", "Yesterday", "Sunday 29 March 2026". */
export function dayWords(day: string, now: number): string {
  const today = new Date(now)
  if (day === dayOf(now)) return 'Today'
  if (day === dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1).getTime())) return 'Yesterday'
  const [y, m, d] = day.split('-').map(Number)
  const date = new Date(y!, m! - 1, d!)
  const year = date.getFullYear() === today.getFullYear() ? '' : ` ${y}`
  return `${weekdays[date.getDay()]} ${d} ${months[date.getMonth()]}${year}`
}

/** "17:05", as Pace itself writes times in its sentences, whatever the browser's own habit is. */
export const timeWords = (ms: number): string => {
  const d = new Date(ms)
  return `${two(d.getHours())}:${two(d.getMinutes())}`
}

/** What a group of steps is called: the sentence or, where there is none, the button. */
export const askedWords = (asked: Asked): string =>
  asked.said ||
  (asked.origin === 'undo' ? 'Undo' : asked.origin === 'answer' ? 'An answer to a question' : 'Sentence not kept')
