// The words of the interface, made from what is known and nothing else.
import type { Evidence, Means, Outcome, Route, Status, Timing } from '../api/events.gen'
import type { LastAnswer, Preview, PrivacyToday, ServedModel } from '../api/services'

/** A piece of a sentence; a value is something that was read, and is set apart. */
export interface Piece {
  text: string
  value?: boolean
}

const say = (text: string): Piece => ({ text })

// Text comes in quotes; a word without them ("empty", "on") is Pace's own.
const read = (text: string): Piece =>
  text === 'empty' ? say(text) : { text: shorten(text.replace(/^“(.*)”$/s, '$1'), 120), value: true }

export const curly = (text: string) => text.replace(/"([^"]*)"/g, '“$1”')
export const shorten = (text: string, most: number) =>
  text.length > most ? text.slice(0, most - 1).trimEnd() + '…' : text

// What could not be read stands behind what was, in a line of its own. However long the rest is, it is not what is cut away.
const unreadLine = /^([^]*)\n([^\n]*\b(?:could not be|can’t be|can't be|not all could be) read\b[^\n]*)$/i
const apart = (text: string): [string, string?] => {
  const [, before, line] = text.match(unreadLine) ?? []
  return line ? [before!, line] : [text]
}

function change(what: string, e: Evidence, now: string, still: string): Piece[] {
  if (!e.before && !e.after) return [say(`${what} changed`)]
  if (!e.before) return [say(`${what} ${now} `), read(e.after)]
  if (!e.after) return [say(`${what} is empty now, it was `), read(e.before)]
  if (e.before === e.after) return [say(`${what} ${still} `), read(e.after)]
  return [say(`${what} changed from `), read(e.before), say(' to '), read(e.after)]
}

/** One thing that was read, as a sentence without a full stop. */
export function evidenceWords(e: Evidence): Piece[] {
  const what = curly(e.what)
  switch (e.kind) {
    case 'valueRead':
      return change(what, e, 'now reads', 'still reads')
    case 'stateRead':
    case 'ownChange':
      return change(what, e, 'is now', 'is still')
    case 'nearby':
      return [say('nearby, '), ...change(what.charAt(0).toLowerCase() + what.slice(1), e, 'is now', 'is still')]
    case 'vanished':
      return [say(`${what} is gone`)]
    case 'windowNew':
      return [say(`${what} opened`)]
    case 'windowGone':
      return [say(`${what} closed`)]
    case 'focusMoved':
      return [say(`focus moved to ${what}`)]
    case 'alreadySo':
      return e.after ? [say(`${what} already was `), read(e.after)] : [say(`${what} already was so`)]
    case 'record':
      return e.after ? [say(`${what}, read again: `), read(e.after)] : [say(`${what} was read again`)]
    case 'returned': {
      const [text, unread] = apart(e.after)
      return [...(what ? [say(`${what}: `)] : []), read(text), ...(unread ? [say(` ${unread}`)] : [])]
    }
    case 'reverted':
      return e.before && e.after
        ? [say(`${what} went back from `), read(e.before), say(' to '), read(e.after)]
        : [say(`${what} went back to what it was`)]
  }
}

export function duration(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1).replace('.0', '')} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`
}

/** Whole seconds, as they pass. */
export const secondsWords = (n: number): string => (n < 60 ? `${n} s` : `${Math.floor(n / 60)} min ${n % 60} s`)

/** "proven in 41 ms, settled"; empty when nothing was proven. */
export function timingWords(t: Timing): string {
  if (t.provenMs === null) return ''
  return `proven in ${duration(t.provenMs)}${t.settledMs === null ? '' : ', settled'}`
}

const meansWords: Record<Means, string> = {
  api: 'Through the system',
  semantic: 'Through accessibility',
  pointer: 'With the pointer',
  keys: 'With keys',
  paste: 'By pasting',
}

export const meansOf = (o: Pick<Outcome, 'means'>): string => (o.means ? meansWords[o.means] : '')

/** What an effect is called, in two words at most beside its mark. */
export const effectWords: Record<Outcome['effect'], string> = {
  confirmed: 'Seen',
  unchanged: 'No effect',
  partial: 'Partly seen',
  unverifiable: 'Can’t be checked',
  refused: 'Not done',
  failed: 'Failed',
  cancelled: 'Stopped',
  notAttempted: 'Not begun',
}

/** How a turn ended; empty where the answer says it all. denied: the person said no to it. */
export function statusWords(status: Status, steps: number, denied = false): string {
  switch (status) {
    case 'done':
      return steps > 0 ? 'Done, every step seen' : ''
    case 'unverified':
      return 'Sent, but not all of it can be checked'
    case 'partial':
      return 'Partly done'
    case 'failed':
      return 'Did not work'
    case 'cancelled':
      return 'Stopped'
    case 'blocked':
      return denied ? 'Not allowed' : 'Needs you'
    case 'notUnderstood':
      return 'Not understood'
  }
}

const withoutModel = new Set(['command', 'fastAction', 'automation'])

/** Whether Pace acts on this without asking a model. */
export const isDirect = (r: Route): boolean => withoutModel.has(r.route)

export function routeWords(r: Route): string {
  switch (r.route) {
    case 'command':
    case 'fastAction':
      return 'Directly, no model'
    case 'automation':
      return 'Automation, no model'
    case 'chitchat':
      return 'Small talk'
    case 'answer':
      return 'Answer'
    case 'readScreen':
      return 'Reads the screen'
    case 'research':
      return 'Research'
    case 'largeModel':
      return 'Larger model'
    default:
      return 'Plan and act'
  }
}

const planners: Record<string, string> = {
  builtin: 'the built-in planner',
  local: 'the local model',
  envelope: 'a model',
  toolCalls: 'a model',
  tags: 'a model',
  text: 'a model',
  appleFoundationModels: 'the model of macOS',
  cliBridge: 'a bridged assistant',
  cliDirect: 'an assistant on this machine',
  directAPI: 'a model over the network',
}

/** Which planner, from its tier or its own name. */
export const plannerWords = (by: string): string => planners[by] ?? by

/** Where an option of a question is, from the path of its element: "Fixture › Left". */
export const placeWords = (path: string[] | null): string =>
  (path ?? [])
    .slice(0, -1)
    .filter((entry, i, all) => !(entry.startsWith('application:') && all.length > 1))
    .map((entry) => entry.slice(entry.indexOf(':') + 1).replace(/#\d+$/, ''))
    .filter(Boolean)
    .join(' › ')

/** A call in plain words, for the places where Pace has not described it itself. */
export function callWords(tool: string, args: unknown): string {
  const name = tool
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
  const values = Object.values((args ?? {}) as Record<string, unknown>)
    .filter((v) => typeof v === 'string' || typeof v === 'number')
    .map((v) => (typeof v === 'string' ? `“${shorten(v, 60)}”` : String(v)))
  return [name.charAt(0).toUpperCase() + name.slice(1), ...values].join(' ')
}

export const routeCalls = (r: Route): string[] => (r.calls ?? []).flat().map((c) => callWords(c.tool, c.args))

/** What a sentence would come to, as one line with its parts. */
export interface HintWords {
  /** direct: nobody has to be asked; model: a model is; asks: Pace asks; not: nothing is done */
  kind: 'direct' | 'model' | 'asks' | 'not'
  /** "Will", before the steps; empty where there are none */
  lead: string
  steps: string[]
  /** all of it in a row: "Will open Calculator, then press “7”" */
  text: string
  /** where that comes from, or why it is not done; may be empty */
  from: string
}

/** undefined for a sentence without words. */
export function hintWords(p: Preview, dryRun = false): HintWords | undefined {
  const steps = repeated(p.will ?? [])
  const kind = p.model ? 'model' : p.not ? 'not' : p.asks ? 'asks' : 'direct'
  const will = dryRun ? 'Would' : 'Will'
  if (steps.length > 0) {
    const lead = p.not ? 'Won’t' : will
    return { kind, lead, steps, text: `${lead} ${steps.join(', then ')}`, from: p.not || p.from }
  }
  const text = p.asks ? `Asks: ${p.asks}` : p.not ? capital(p.not) : p.from && `${will} be handled`
  return text ? { kind, lead: '', steps, text, from: p.from } : undefined
}

/** A sentence as the second half of another: "it only looked". */
export const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The same step several times in a row is said once. */
function repeated(steps: string[]): string[] {
  const runs: { step: string; times: number }[] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (last?.step === step) last.times++
    else runs.push({ step, times: 1 })
  }
  return runs.map(({ step, times }) => (times === 1 ? step : times === 2 ? `${step} twice` : `${step} ${times} times`))
}

export function bytesWords(n: number): string {
  if (n < 1024) return n === 1 ? '1 byte' : `${n} bytes`
  if (n < 1024 * 1024) return `${(n / 1024).toFixed(1)} KB`
  return `${(n / 1024 / 1024).toFixed(2)} MB`
}

const riskNames: Record<string, string> = {
  readOnly: 'Only reads',
  changesAppOrSystem: 'Changes this computer',
  inputInjection: 'Uses mouse and keys',
  external: 'Reaches outside this machine',
  destructive: 'Destroys something',
}

export const riskWords = (risk: string): string => riskNames[risk] ?? risk

const origins: Record<string, string> = {
  ask: 'from a terminal',
  link: 'from a link',
  schedule: 'on schedule',
  mcp: 'from a connected program',
  voice: 'spoken',
}

/** Where a sentence came from, in short; empty for what was typed or pressed here. */
export const originWords = (origin: string): string => origins[origin] ?? ''

/** Who wants what waits for an answer: "“tidy up”, on schedule". */
export const askedBy = (a: { said: string; origin: string }): string =>
  [a.said ? `“${shorten(a.said, 160)}”` : 'A button that was pressed', originWords(a.origin)].filter(Boolean).join(', ')

/** In units of 2^30 bytes. */
export const gigabyteWords = (gb: number): string =>
  gb === 0 ? 'none' : gb < 0.05 ? 'under 0.1 GB' : `${gb.toFixed(1).replace('.0', '')} GB`

/** "in memory · 4.0B · Q4_K_M · 8k tokens · 2.4 GB", as far as the server tells. */
export function modelWords(m: ServedModel): string {
  const window = m.context || m.maxContext
  return [
    m.loaded === 'yes' ? 'In memory' : m.loaded === 'no' ? 'Not in memory' : '',
    m.size,
    m.quant,
    window ? `${tokenWords(window)} tokens` : '',
    m.bytes ? gigabyteWords(m.bytes / 2 ** 30) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const tokenWords = (n: number): string => (n < 1024 ? String(n) : `${Math.round(n / 1024)}k`)

/** "qwen3:4b, 512 tokens read and 40 written, first after 300 ms, whole after 2.1 s". */
export function answerWords(a: LastAnswer): string {
  const read = a.promptTokens
    ? `${a.promptTokens} tokens read${a.cachedTokens ? ` (${a.cachedTokens} kept from before)` : ''}`
    : ''
  const wrote = a.answerTokens ? `${a.answerTokens} written` : ''
  return [
    a.served || a.asked || 'a model without a name',
    [read, wrote].filter(Boolean).join(', '),
    a.firstMs ? `first after ${duration(a.firstMs)}` : '',
    `${a.problem ? 'ended' : 'whole'} after ${duration(a.totalMs)}`,
    a.attempts > 1 ? `${a.attempts} attempts` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What is to be said beside the bytes that left. */
export function todayWords(p: PrivacyToday): string[] {
  return [
    p.localBytes ? `${bytesWords(p.localBytes)} to and from servers on this machine, which is not leaving it` : '',
    p.handedOverBytes
      ? `${bytesWords(p.handedOverBytes)} handed to other programs; what those send on is not measured`
      : '',
    p.unfinished
      ? `${p.unfinished === 1 ? 'One transfer has' : `${p.unfinished} transfers have`} no end on record`
      : '',
    p.broken ? `${p.broken === 1 ? 'One record' : `${p.broken} records`} could not be read` : '',
  ].filter(Boolean)
}
