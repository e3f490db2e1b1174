import type { TurnEvent } from '../api/events.gen'
import type { Client } from '../api/client'
import type { ActivityFilter, ActivityPage, ActivityRow, Family } from '../api/services'
import { toCallError } from '../api/transport'
import type { Chat } from './chat.svelte'
import { grouped } from './history'

export type Wanted = Pick<ActivityFilter, 'family' | 'effect' | 'text' | 'day'>

const everything: Wanted = { family: '', effect: '', text: '', day: '' }
const pageSize = 50
const most = 200 // rows that Pace gives at once

/** What was done, as far as it has been looked at. While it is shown it follows what Pace does. */
export class Activity {
  rows = $state.raw<ActivityRow[]>([])
  more = $state(false)
  families = $state.raw<Family[]>([])
  /** sentences and what was read are being kept */
  keeping = $state(true)
  /** why nothing new is put on record */
  problem = $state('')
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  message = $state('')
  /** older rows are on their way */
  reaching = $state(false)
  wanted = $state.raw<Wanted>(everything)
  /** the run that is to be taken back, by which turn, or why no turn was begun */
  #taking = $state.raw<{ run: number; turn?: string; why?: string }>()

  groups = $derived(grouped(this.rows))
  filtered = $derived(Object.values(this.wanted).some(Boolean))

  #by = $derived.by(() => this.#chat.view.turns.find((t) => t.id === this.#taking?.turn))
  /** the run that is being taken back this moment; 0 = none */
  undoing = $derived.by(() => {
    const over = this.#taking?.why || this.#by?.ended || this.#by?.lost
    return this.#taking && !over ? this.#taking.run : 0
  })
  /** why the last one was not taken back */
  refused = $derived.by(() => {
    if (!this.#taking || this.undoing || this.#by?.ended?.status === 'done') return undefined
    const why = this.#taking.why || (this.#by?.lost ? 'What became of it is not known.' : this.#by?.spoken)
    return { run: this.#taking.run, why: why || 'It could not be taken back.' }
  })

  #api: Client
  #chat: Chat
  #shown = false
  #asking = false
  #again = false
  #anew = false

  constructor(api: Client, chat: Chat) {
    this.#api = api
    this.#chat = chat
  }

  start(): () => void {
    return this.#api.on('turn', (events) => this.#hear(events))
  }

  show() {
    this.#shown = true
    if (!this.undoing) this.#taking = undefined
    void this.refresh()
  }

  hide() {
    this.#shown = false
  }

  /** A connection was made: what was done meanwhile was not heard. */
  greeted() {
    if (this.#shown) void this.refresh()
  }

  /** Looks for something else. What was found before stays in view until the new answer is there. */
  want(change: Partial<Wanted>) {
    this.wanted = { ...this.wanted, ...change }
    void this.refresh(true)
  }

  all = () => this.want(everything)

  /** Asks for the newest rows again: as many as are shown, or one page of what is wanted now. */
  async refresh(anew = false) {
    if (this.#asking) {
      this.#again = true
      this.#anew ||= anew
      return
    }
    this.#asking = true
    if (this.state !== 'ready') this.state = 'loading'
    const wanted = this.wanted
    try {
      const limit = anew ? pageSize : Math.min(most, Math.max(pageSize, this.rows.length))
      const page = await this.#api.Activity.List({ ...wanted, before: 0, limit })
      if (wanted === this.wanted) this.#take(page, anew)
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
    this.#asking = false
    if (!this.#again) return
    const next = this.#anew
    this.#again = this.#anew = false
    await this.refresh(next)
  }

  /** Asks for the rows below the last one. */
  async older() {
    const last = this.rows.at(-1)
    if (!last || this.reaching) return
    this.reaching = true
    const wanted = this.wanted
    try {
      const page = await this.#api.Activity.List({ ...wanted, before: last.run, limit: pageSize })
      if (wanted === this.wanted) {
        this.rows = [...this.rows, ...(page.rows ?? []).filter((r) => r.run < (this.rows.at(-1)?.run ?? Infinity))]
        this.more = page.more
      }
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    } finally {
      this.reaching = false
    }
  }

  /** Takes a run back by a turn of its own, which is proven as any other. */
  async undo(run: number) {
    if (this.undoing) return
    this.#taking = { run }
    try {
      const { turn } = await this.#api.Turns.Undo(run)
      this.#taking = { run, turn }
    } catch (reason) {
      this.#taking = { run, why: toCallError(reason).message }
    }
  }

  #hear(events: readonly TurnEvent[]) {
    if (this.#shown && events.some((e) => e.type === 'stepEnded' || e.type === 'turnEnded')) void this.refresh()
  }

  #take(page: ActivityPage, anew: boolean) {
    const head = page.rows ?? []
    const last = head.at(-1)
    // Rows that don't join on to the new ones would hide what lies between.
    const apart = !last || (this.rows[0]?.run ?? 0) < last.run
    const below = anew || apart || !page.more ? [] : this.rows.filter((r) => r.run < last.run)
    this.rows = [...head, ...below.map((r) => standing(r, page.undoable))]
    if (below.length === 0) this.more = page.more
    this.families = page.families ?? []
    this.keeping = page.keeping
    this.problem = page.problem
    this.state = 'ready'
  }
}

/** A row that was not asked for again: of all that can be taken back only the newest is offered. */
function standing(r: ActivityRow, undoable: number): ActivityRow {
  if (r.undo.state !== 'offered' && r.undo.state !== 'held') return r
  if (r.run === undoable) return { ...r, undo: { state: 'offered', why: '', at: '' } }
  return { ...r, undo: { state: 'held', why: 'What was done since comes first.', at: '' } }
}
