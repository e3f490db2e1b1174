import type { Client } from '../api/client'
import type { Capability } from '../api/services'
import { routeCalls } from './wording'

export interface Example {
  text: string
  does: string
}

// Candidates and the capabilities each needs. Only those are shown of which this Pace says that it would act on them
// without asking a model, and for which nothing is missing.
const candidates: [text: string, ...needs: string[]][] = [
  ['open the calculator', 'screen'],
  ['set the volume to 30', 'volume'],
  ['start a timer for 5 minutes'],
  ['remind me to stretch in 20 minutes'],
  ['press save', 'screen', 'accessibility'],
  ['make a note: call the dentist'],
  ['what is on my calendar today'],
  ['take a screenshot', 'screen'],
]
const shown = 5

/** Sentences that work here and now, model or not. */
export class Examples {
  list = $state.raw<Example[]>([])
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  async load(capabilities: readonly Capability[]) {
    const missing = new Set(capabilities.filter((c) => c.state !== 'ready').map((c) => c.name))
    const able = candidates.filter(([, ...needs]) => !needs.some((n) => missing.has(n)))
    const asked = await Promise.all(
      able.map(async ([text]) => {
        try {
          return { text, does: routeCalls(await this.#api.Turns.Route(text)).join(', then ') }
        } catch {
          return { text, does: '' }
        }
      }),
    )
    this.list = asked.filter((e) => e.does).slice(0, shown)
  }
}
