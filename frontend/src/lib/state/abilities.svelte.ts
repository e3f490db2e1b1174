import type { Client } from '../api/client'
import type { Ability, AbilityFamily } from '../api/services'
import { toCallError } from '../api/transport'

/** Everything Pace can do, and what is missing for it at this moment. */
export class Abilities {
  families = $state.raw<AbilityFamily[]>([])
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  message = $state('')
  all = $derived(this.families.flatMap((f) => f.abilities ?? []))
  missing = $derived(this.all.filter((a) => a.missing?.length).length)
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  async load() {
    if (this.state === 'loading') return
    this.state = 'loading'
    try {
      this.families = (await this.#api.Abilities.List()) ?? []
      this.state = 'ready'
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
  }
}

/** The families with those abilities that are meant by a text: each of its words is somewhere in what is shown. */
export function foundIn(families: readonly AbilityFamily[], text: string): AbilityFamily[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = (f: AbilityFamily, a: Ability) =>
    [f.name, a.name, a.summary, ...(a.says ?? []).map((s) => s.text)].join(' ').toLowerCase()
  return families
    .map((f) => ({ ...f, abilities: (f.abilities ?? []).filter((a) => wanted.every((w) => shown(f, a).includes(w))) }))
    .filter((f) => f.abilities.length > 0)
}
