import type { Client } from '../api/client'
import type { ApprovalState, WaitingApproval } from '../api/services'
import type { ApprovalView } from './conversation'
import { nextFrame } from './frame'

/** An approval with where it comes from. */
export interface Waiting extends ApprovalView {
  turn: string
  said: string
  origin: string
}

/** What waits for a decision, of all turns, the one that was asked first before the others. */
export class Approvals {
  waiting = $state.raw<Waiting[]>([])

  #api: Client
  #frame: (then: () => void) => void
  #newest = -1

  constructor(api: Client, frame = nextFrame) {
    this.#api = api
    this.#frame = frame
  }

  start(): () => void {
    // With the rows of the turn that asks, which are shown at the next frame: neither is to be seen without the other.
    return this.#api.on('approvals', (state) => this.#frame(() => this.#take(state)))
  }

  /** Asks how things stand, after every greeting: what was pushed before was not heard, and Pace may have started anew. */
  async refresh() {
    this.#newest = -1
    try {
      this.#take(await this.#api.Approvals.State())
    } catch {
      // Without a connection there is nothing to ask; the next greeting asks again.
    }
  }

  #take(state: ApprovalState) {
    if (state.n < this.#newest) return
    this.#newest = state.n
    this.waiting = (state.waiting ?? []).map(view)
  }
}

const view = (a: WaitingApproval): Waiting => ({
  id: a.id,
  turn: a.turn,
  said: a.said,
  origin: a.origin,
  calls: a.calls ?? [],
  why: a.why,
  tainted: a.tainted,
  expiresAt: Date.parse(a.expiresAt),
})
