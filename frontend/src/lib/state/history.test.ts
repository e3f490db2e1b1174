import { describe, expect, it } from 'vitest'
import { ran } from '../../../test/fake-activity'
import { askedWords, dayOf, dayWords, grouped, timeWords } from './history'

const at = (y: number, m: number, d: number, h = 12, min = 0) => new Date(y, m - 1, d, h, min).toISOString()

describe('the history', () => {
  it('keeps the steps of one sentence together, in the order in which they were done', () => {
    const days = grouped([
      ran(4, 0, { turn: 'b', at: at(2026, 3, 29, 9, 2) }),
      ran(3, 0, { turn: 'a', at: at(2026, 3, 29, 9, 1) }),
      ran(2, 0, { turn: 'a', at: at(2026, 3, 29, 9, 0) }),
      ran(1, 0, { turn: 'c', at: at(2026, 3, 28, 23, 59) }),
    ])
    expect(days.map((d) => d.day)).toEqual(['2026-03-29', '2026-03-28'])
    expect(days[0]!.asked.map((a) => a.rows.map((r) => r.run))).toEqual([[4], [2, 3]])
  })

  it('joins a turn over midnight and over the edge of a page', () => {
    const days = grouped([
      ran(2, 0, { turn: 'a', at: at(2026, 3, 29, 0, 1) }),
      ran(1, 0, { turn: 'a', at: at(2026, 3, 28, 23, 59) }),
    ])
    expect(days).toHaveLength(1)
    expect(days[0]!.asked[0]!.rows.map((r) => r.run)).toEqual([1, 2])
  })

  it('names days as a person does', () => {
    const now = new Date(2026, 2, 1, 0, 30).getTime() // the day before is in another month
    expect(dayWords(dayOf(now), now)).toBe('Today')
    expect(dayWords('2026-02-28', now)).toBe('Yesterday')
    expect(dayWords('2026-02-27', now)).toBe('Friday 27 February')
    expect(dayWords('2025-12-31', now)).toBe('Wednesday 31 December 2025')
  })

  it('writes times as Pace does in its sentences: with 24 hours', () => {
    expect(timeWords(new Date(2026, 2, 1, 17, 5).getTime())).toBe('17:05')
    expect(timeWords(new Date(2026, 2, 1, 0, 30).getTime())).toBe('00:30')
  })

  it('is the only place where times and days are written, so that all are written alike', () => {
    const sources = import.meta.glob<string>('../../**/*.{ts,svelte}', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const own = Object.entries(sources).filter(
      ([name, text]) =>
        !/\.test\.ts$/.test(name) && /toLocale(Date|Time)?String|Intl\.|getHours\(|to(Time|Date)String\(/.test(text),
    )
    expect(Object.keys(sources).length).toBeGreaterThan(50)
    expect(own.map(([name]) => name)).toEqual(['./history.ts'])
  })

  it('says what was pressed where nothing was said, and that a sentence is not kept', () => {
    const words = (more: Parameters<typeof ran>[2]) => askedWords(grouped([ran(1, 0, more)])[0]!.asked[0]!)
    expect(words({ said: 'press OK' })).toBe('press OK')
    expect(words({ said: '', origin: 'undo' })).toBe('Undo')
    expect(words({ said: '', origin: 'answer' })).toBe('An answer to a question')
    expect(words({ said: '', origin: 'ask' })).toBe('Sentence not kept')
  })
})
