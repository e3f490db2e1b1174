import type { Client } from '../api/client'
import type { Probe } from '../api/services'
import { toCallError } from '../api/transport'

const order: Record<Probe['state'], number> = { fail: 0, warn: 1, absent: 2, ok: 3 }

/** What the doctor found, worst first. */
export class Health {
  probes = $state.raw<Probe[]>([])
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
      const probes = (await this.#api.Doctor.Probe()) ?? []
      this.probes = probes.toSorted((a, b) => order[a.state] - order[b.state])
      this.state = 'ready'
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
  }
}
