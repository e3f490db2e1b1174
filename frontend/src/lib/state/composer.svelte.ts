import type { Client } from '../api/client'
import type { Preview } from '../api/services'

const kept = 'pace.draft'

/** What is being typed. It survives a reload and a lost connection. */
export class Composer {
  draft = $state('')
  dryRun = $state(false)
  /** what the draft would come to; that of an older text stays while nothing newer is known, so that nothing flickers */
  hint = $state.raw<Preview>()
  #api: Client
  #asking = false
  #again = false
  #recalled = -1
  #own = ''

  constructor(api: Client) {
    this.#api = api
    this.draft = sessionStorage.getItem(kept) ?? ''
  }

  /** Whether the draft was fetched from earlier sentences rather than typed. */
  get recalling(): boolean {
    return this.#recalled >= 0
  }

  write(text: string) {
    this.#recalled = -1
    this.#show(text)
  }

  /** Takes the draft away, to be sent. */
  take(): string {
    const text = this.draft.trim()
    if (text) this.write('')
    return text
  }

  /** Steps through earlier sentences, newest first; back past the newest is what had been typed. */
  recall(earlier: readonly string[], step: 1 | -1) {
    const list = [...new Set(earlier.toReversed())]
    const to = this.#recalled + step
    if (to < -1 || to >= list.length) return
    if (this.#recalled === -1) this.#own = this.draft
    this.#recalled = to
    this.#show(to === -1 ? this.#own : list[to]!)
  }

  /** Gives back what had been typed before recalling. */
  restore() {
    if (this.recalling) this.write(this.#own)
  }

  /** Asks what the draft would come to. Something that decides it may have changed: the text, who plans, the turn before. */
  look() {
    if (!this.draft.trim() || this.#api.link().state !== 'open') {
      this.hint = undefined
      return
    }
    // One question at a time, the next one with the newest text: that is as fast as Pace answers, and needs no timer.
    if (this.#asking) this.#again = true
    else void this.#ask(this.draft.trim())
  }

  async #ask(text: string) {
    this.#asking = true
    const hint = await this.#api.Turns.Preview(text).catch(() => undefined)
    this.#asking = false
    if (this.draft.trim() === text) this.hint = hint
    if (this.#again) {
      this.#again = false
      this.look()
    }
  }

  #show(text: string) {
    this.draft = text
    sessionStorage.setItem(kept, text)
    this.look()
  }
}
