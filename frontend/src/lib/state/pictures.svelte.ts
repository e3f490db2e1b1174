import { SvelteMap } from 'svelte/reactivity'
import type { Client } from '../api/client'

const most = 64

/** Pictures of targets by id, fetched when they are looked at. undefined = on its way, null = not to be had. */
export class Pictures {
  #known = new SvelteMap<string, string | null>()
  #asked = new Set<string>()
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  /** The picture as a data URL. */
  source = (id: string): string | null | undefined => this.#known.get(id)

  want = (id: string) => {
    if (!id || this.#asked.has(id)) return
    this.#asked.add(id)
    this.#api.Pictures.Get(id).then(
      (p) => this.#keep(id, `data:${p.mime};base64,${p.base64}`),
      () => {
        this.#known.set(id, null)
        this.#asked.delete(id)
      },
    )
  }

  #keep(id: string, source: string) {
    this.#known.set(id, source)
    for (const old of this.#known.keys()) {
      if (this.#known.size <= most) break
      this.#known.delete(old)
      this.#asked.delete(old)
    }
  }
}
