// The words for what went where.
import type { PrivacyPart, PrivacyReport, PrivacyTarget } from '../api/services'
import { dayOf, dayWords, timeWords } from './history'
import { bytesWords } from './wording'

const parts: Record<string, string> = {
  planner: 'the planner',
  browser: 'opening addresses',
  download: 'downloads',
  mail: 'mail drafts',
  messages: 'message drafts',
  things: 'to-dos',
}

/** A part of Pace, as the end of "by …". */
export const partWords = (part: string): string => parts[part] ?? (part || 'an unnamed part of Pace')

/** "today", "yesterday", "on Sunday 29 March". */
function dayInSentence(ms: number, now: number): string {
  const day = dayWords(dayOf(ms), now)
  return /^(Today|Yesterday)$/.test(day) ? day.toLowerCase() : `on ${day}`
}

const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)

const programs: Record<string, string> = { 'mailto:': 'the mail program', 'sms:': 'the messages program' }

/** "3.1 KB to api.example:443", and of what was handed over the program before the place it was for. */
export function targetWords(t: PrivacyTarget): string {
  if (t.how === 'local') return `${bytesWords(t.bytes + t.received)} with ${t.target}`
  const browser = t.how === 'handedOver' && t.parts?.includes('browser')
  return `${bytesWords(t.bytes)} to ${browser ? `the browser, for ${t.target}` : (programs[t.target] ?? t.target)}`
}

/** "By the planner, 4 times, last at 10:27; 50 bytes came back". */
export function targetDetail(t: PrivacyTarget, now: number): string {
  const last = Date.parse(t.last)
  const when = dayOf(last) === dayOf(now) ? `at ${timeWords(last)}` : dayInSentence(last, now)
  const back = t.how === 'sent' && t.received ? `; ${bytesWords(t.received)} came back` : ''
  const by = (t.parts ?? []).map(partWords).join(' and ')
  return `By ${by || 'Pace'}, ${t.times ? `${times(t.times)}, ` : ''}last ${when}${back}`
}

/** "2.0 KB sent, 1.2 KB on this machine". */
export const shareWords = (p: PrivacyPart): string =>
  [
    p.sent ? `${bytesWords(p.sent)} sent` : '',
    p.handedOver ? `${bytesWords(p.handedOver)} handed over` : '',
    p.local ? `${bytesWords(p.local)} on this machine` : '',
  ]
    .filter(Boolean)
    .join(', ') || 'nothing that counts'

/** What may be missing from the sums, so that none is taken for more than it is. */
export const gapWords = (r: PrivacyReport, now: number): string[] =>
  [
    r.unfinished
      ? `${r.unfinished === 1 ? 'One transfer has' : `${r.unfinished} transfers have`} no end on record, so what it sent is not counted yet.`
      : '',
    r.broken
      ? `${r.broken === 1 ? 'One record' : `${r.broken} records`} could not be read and ${r.broken === 1 ? 'is' : 'are'} not counted.`
      : '',
    r.from
      ? `The record goes back only to ${timeWords(Date.parse(r.from))} ${dayInSentence(Date.parse(r.from), now)}: older rows were deleted to save room.`
      : '',
    r.unlisted ? `${r.unlisted} more ${r.unlisted === 1 ? 'target is' : 'targets are'} counted and not listed.` : '',
  ].filter(Boolean)

/** Whether a target is meant by what somebody looks for. */
export const meant = (t: PrivacyTarget, text: string): boolean =>
  [t.target, ...(t.parts ?? []).flatMap((p) => [p, partWords(p)])]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase())
