import type { Client } from '../api/client'
import type { LinkState } from '../api/services'

/** What pace:// links ask for. A window that shows them opens the first one as soon as Pace is free for it. */
export class Links {
  state = $state.raw<LinkState>({ n: -1, free: false, waiting: null, notices: null })
  /** those that have to wait for something; the one that is opened this moment needs no word */
  held = $derived.by(() => (this.state.waiting ?? []).slice(this.state.free ? 1 : 0))
  notices = $derived.by(() => this.state.notices ?? [])

  #api: Client
  #newest = -1
  #opening = ''

  constructor(api: Client) {
    this.#api = api
  }

  start(): () => void {
    return this.#api.on('links', (state) => this.#take(state))
  }

  /** Asks how things stand, after every greeting: what was pushed before was not heard, and Pace may have started anew. */
  async refresh() {
    this.#newest = -1
    try {
      this.#take(await this.#api.Links.State())
    } catch {
      // Without a connection there is nothing to ask; the next greeting asks again.
    }
  }

  async drop(id: string) {
    try {
      await this.#api.Links.Drop(id)
    } catch {
      await this.refresh()
    }
  }

  #take(state: LinkState) {
    if (state.n < this.#newest) return
    this.#newest = state.n
    this.state = state
    const first = state.waiting?.[0]
    if (state.free && first && first.id !== this.#opening) void this.#open(first.id)
  }

  async #open(id: string) {
    this.#opening = id
    try {
      await this.#api.Links.Open(id)
    } catch {
      // Another window was faster, or something began meanwhile: then Pace says when it is free again.
    } finally {
      if (this.#opening === id) this.#opening = ''
    }
  }
}
