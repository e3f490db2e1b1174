import type { TurnEvent } from '../api/events.gen'
import type { Client } from '../api/client'
import { toCallError } from '../api/transport'
import { emptyView, hasGaps, openApproval, rebuild, receive, runningTurn, unended, type View } from './conversation'
import { nextFrame } from './frame'

/** A sentence on its way. It stays visible until its turn is, or until the person takes it back. */
export interface Sending {
  key: number
  text: string
  dryRun: boolean
  /** "unknown": it was sent, but no answer came */
  state: 'sending' | 'unsent' | 'unknown'
  message: string
  turn?: string
  at: number
}

const recentTurns = 40

/** The conversation: what happened (view), what is on its way (sending), and what a person can do about it. */
export class Chat {
  view = $state.raw<View>(emptyView)
  sending = $state.raw<Sending[]>([])
  /** the rows of earlier turns have been asked for and came */
  loaded = $state(false)
  /** what went wrong with the last button, in plain words */
  notice = $state('')
  /** the approval that has been answered here and not yet by Pace */
  deciding = $state('')

  running = $derived(runningTurn(this.view))
  approval = $derived(openApproval(this.running))
  unseen = $derived(this.sending.filter((s) => !this.view.turns.some((t) => t.id === s.turn)))
  busy = $derived(!!this.running || this.unseen.some((s) => s.state === 'sending'))

  #api: Client
  #frame: (then: () => void) => void
  #queue: TurnEvent[] = []
  #asking?: Promise<void>
  #keys = 0

  constructor(api: Client, frame = nextFrame) {
    this.#api = api
    this.#frame = frame
  }

  start(): () => void {
    return this.#api.on('turn', (events) => {
      if (this.#queue.length === 0) this.#frame(() => this.#take())
      this.#queue.push(...events)
    })
  }

  /** Asks for the rows of recent turns, once at a time. */
  refresh(): Promise<void> {
    return (this.#asking ??= this.#recent().finally(() => (this.#asking = undefined)))
  }

  async submit(text: string, dryRun: boolean) {
    const key = ++this.#keys
    this.notice = ''
    this.sending = [...this.sending, { key, text, dryRun, state: 'sending', message: '', at: Date.now() }]
    try {
      const { turn } = await this.#api.Turns.Submit(text, dryRun)
      this.#change(key, { turn })
    } catch (reason) {
      const error = toCallError(reason)
      this.#change(key, { state: error.unknown ? 'unknown' : 'unsent', message: error.message })
      if (error.code === 'timeout') void this.refresh()
    }
  }

  /** Takes a sentence off the list, to be edited, sent again or forgotten. */
  drop(key: number): Sending | undefined {
    const found = this.sending.find((s) => s.key === key)
    this.sending = this.sending.filter((s) => s.key !== key)
    return found
  }

  async again(key: number) {
    const s = this.drop(key)
    if (s) await this.submit(s.text, s.dryRun)
  }

  /** Stops what is under way, or the one turn that is named. */
  async cancel(id = this.running?.id) {
    if (id) await this.#attempt(() => this.#api.Turns.Cancel(id))
  }

  async decide(id: string, allow: boolean) {
    if (this.deciding === id) return
    this.deciding = id
    if (!(await this.#attempt(() => this.#api.Turns.Decide(id, allow)))) this.deciding = ''
  }

  answer = (turn: string, option: string[]) => this.#attempt(() => this.#api.Turns.Answer(turn, option))
  undo = (run: number) => this.#attempt(() => this.#api.Turns.Undo(run))

  async #attempt(call: () => Promise<unknown>): Promise<boolean> {
    this.notice = ''
    try {
      await call()
      return true
    } catch (reason) {
      const error = toCallError(reason)
      this.notice = error.unknown ? `${error.message} It may have had its effect all the same.` : error.message
      return false
    }
  }

  async #recent() {
    // Only what was there before the question can be missing from the answer.
    const running = unended(this.view)
    const doubtful = new Set(this.sending.filter((s) => s.turn || s.state === 'unknown').map((s) => s.key))
    try {
      const rows = (await this.#api.Turns.Recent(recentTurns)) ?? []
      this.view = receive(rebuild(this.view, rows, running), this.#queue.splice(0))
      this.loaded = true
      this.#settle(rows, doubtful)
    } catch {
      // Without a connection there is nothing to ask; the next greeting asks again.
    }
  }

  #take() {
    this.view = receive(this.view, this.#queue.splice(0))
    this.sending = this.unseen
    if (hasGaps(this.view)) void this.refresh()
  }

  /** What was sent without an answer is either among the recent turns now, or Pace does not know of it. */
  #settle(rows: readonly TurnEvent[], doubtful: ReadonlySet<number>) {
    const arrived = (s: Sending) =>
      rows.some((e) => e.type === 'turnStarted' && e.text === s.text && Date.parse(e.at) >= s.at - 1000)
    this.sending = this.unseen
      .filter((s) => s.turn || s.state !== 'unknown' || !arrived(s))
      .map((s) => (doubtful.has(s.key) ? { ...s, state: 'unsent', message: 'Pace has no record of this.' } : s))
  }

  #change(key: number, change: Partial<Sending>) {
    this.sending = this.sending.map((s) => (s.key === key ? { ...s, ...change } : s))
  }
}
