import { createSubscriber } from 'svelte/reactivity'
import type { Client } from '../api/client'
import type { RunningTimer } from '../api/services'
import { toCallError } from '../api/transport'

/** The timers that run and ring, the reminders that ring, and the second in which they are looked at. */
export class Timers {
  all = $state.raw<readonly RunningTimer[]>([])
  running = $derived(this.all.filter((t) => t.state === 'running'))
  ringing = $derived(this.all.filter((t) => t.state === 'ringing'))
  /** why one could not be ended, until something is ended again */
  message = $state('')
  #api: Client
  #pushes = 0
  #read: () => number
  #shown: () => void

  constructor(api: Client, read: () => number = Date.now) {
    this.#api = api
    this.#read = read
    // One tick a second, only while a countdown is on the page and the page is in view.
    this.#shown = createSubscriber((update) => {
      let tick: ReturnType<typeof setInterval> | undefined
      const begin = () => (tick = document.hidden ? undefined : setInterval(update, 1000))
      const look = () => {
        clearInterval(tick)
        begin()
        update()
      }
      begin()
      document.addEventListener('visibilitychange', look)
      return () => {
        clearInterval(tick)
        document.removeEventListener('visibilitychange', look)
      }
    })
  }

  /** The time, for a countdown: whoever reads it is told every second. */
  get now(): number {
    this.#shown()
    return this.#read()
  }

  start(): () => void {
    return this.#api.on('timers', (all) => {
      this.#pushes++
      this.all = all
    })
  }

  /** Asks how things stand, after every greeting: what was pushed before was not heard. */
  async refresh() {
    const had = this.#pushes
    try {
      const all = (await this.#api.Timers.List()) ?? []
      if (this.#pushes === had) this.all = all // what was pushed meanwhile may be newer, and is never older than the next push
    } catch {
      // Without a connection there is nothing to ask; the next greeting asks again.
    }
  }

  cancel(id: number) {
    return this.#end(() => this.#api.Timers.Cancel(id))
  }

  dismiss(id: number) {
    return this.#end(() => this.#api.Timers.Dismiss(id))
  }

  /** Marks a reminder as done, where its file can say so. */
  done(id: number) {
    return this.#end(() => this.#api.Timers.Done(id))
  }

  /** Ends all that ring. */
  async hush() {
    for (const { id } of this.ringing) await this.dismiss(id)
  }

  // What was ended comes back as a push; where it can't be ended, what is shown was not so any more.
  async #end(call: () => Promise<void>) {
    this.message = ''
    try {
      await call()
    } catch (reason) {
      const { code, message } = toCallError(reason)
      if (code !== 'notFound') this.message = message
      await this.refresh()
    }
  }
}

/** What is left, as a clock shows it: "4:32", "1:20:05", "2 d 03:00". Nothing is left below nothing. */
export function countdown(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const [d, h, m] = [Math.floor(s / 86_400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60]
  if (d) return `${d} d ${two(h)}:${two(m)}`
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
}

export const leftOf = (t: RunningTimer, now: number): number => Math.max(0, Date.parse(t.due) - now)
