import type { Client } from '../api/client'
import type { Permission } from '../api/services'
import { toCallError } from '../api/transport'

const order: Record<Permission['state'], number> = { denied: 0, absent: 1, limited: 2, ready: 3 }

/** What of this machine can be used, what needs a person first. Looked at afresh whenever somebody wants to know. */
export class Permissions {
  all = $state.raw<Permission[]>([])
  state = $state<'idle' | 'probing' | 'ready' | 'failed'>('idle')
  message = $state('')
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  async probe() {
    if (this.state === 'probing') return
    this.state = 'probing'
    try {
      const all = (await this.#api.Permissions.Probe()) ?? []
      // What stops something comes before what stops nothing.
      const weight = (p: Permission) => order[p.state] * 2 + (p.tools?.length ? 0 : 1)
      this.all = all.toSorted((a, b) => weight(a) - weight(b))
      this.state = 'ready'
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
  }
}
