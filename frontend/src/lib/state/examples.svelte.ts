import type { Client } from '../api/client'
import type { Capability } from '../api/services'
import { routeCalls } from './wording'

export interface Example {
  text: string
  /** what it is an example of */
  about: string
}

// Candidates and the capabilities each needs. Only those are shown of which this Pace says that it would act on them
// without asking a model, and for which nothing is missing.
const candidates: readonly [text: string, about: string, ...needs: string[]][] = [
  ['open the calculator', 'or any program that is installed', 'programs', 'windows'],
  ['press OK', 'a button, tab or menu item of the window in front', 'accessibility'],
  ['type Hello in Name', 'into a field of the window in front', 'accessibility'],
  ['put this window on the left half', 'or right, top, bottom, in the middle', 'windows'],
  ['what is on the clipboard', 'reads it, sends it nowhere', 'clipboard'],
]

/** Sentences that this Pace acts on here and now, model or not. */
export class Examples {
  list = $state.raw<Example[]>([])
  /** Pace has been asked, so that the list will not change under somebody's hand */
  ready = $state(false)
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  async load(capabilities: readonly Capability[]) {
    const missing = new Set(capabilities.filter((c) => c.state !== 'ready').map((c) => c.name))
    const able = candidates.filter(([, , ...needs]) => !needs.some((n) => missing.has(n)))
    const asked = await Promise.all(
      able.map(async ([text, about]) => {
        try {
          return { text, about, acts: routeCalls(await this.#api.Turns.Route(text)).length > 0 }
        } catch {
          return { text, about, acts: false }
        }
      }),
    )
    this.list = asked.filter((e) => e.acts)
    this.ready = true
  }
}
