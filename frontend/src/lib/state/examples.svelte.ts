import type { Client } from '../api/client'
import { routeCalls } from './wording'

export interface Example {
  text: string
  does: string
}

// Candidates. Only those are shown of which this Pace says that it would act on them without asking a model.
const candidates = [
  'open the calculator',
  'set the volume to 30',
  'start a timer for 5 minutes',
  'remind me to stretch in 20 minutes',
  'press save',
  'make a note: call the dentist',
  'what is on my calendar today',
  'take a screenshot',
]
const shown = 5

/** Sentences that work here and now, model or not. */
export class Examples {
  list = $state.raw<Example[]>([])
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  async load() {
    const asked = await Promise.all(
      candidates.map(async (text) => {
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
