import type { Route } from '../api/events.gen'
import type { Client } from '../api/client'

const kept = 'pace.draft'
const idleMs = 140

/** What is being typed. It survives a reload and a lost connection. */
export class Composer {
  draft = $state('')
  dryRun = $state(false)
  /** what would happen to the draft; undefined while not known */
  hint = $state.raw<Route>()
  #api: Client
  #timer?: ReturnType<typeof setTimeout>
  #asked = 0
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

  #show(text: string) {
    this.draft = text
    sessionStorage.setItem(kept, text)
    clearTimeout(this.#timer)
    const asked = ++this.#asked
    if (!text.trim() || this.#api.link().state !== 'open') {
      this.hint = undefined
      return
    }
    // The old hint stays while typing goes on, so that the line does not flicker with each key.
    this.#timer = setTimeout(() => {
      this.#api.Turns.Route(text.trim()).then(
        (route) => asked === this.#asked && (this.hint = route),
        () => asked === this.#asked && (this.hint = undefined),
      )
    }, idleMs)
  }
}
