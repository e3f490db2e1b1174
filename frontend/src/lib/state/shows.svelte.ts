import type { Client } from '../api/client'
import { nextFrame } from './frame'
import { isPlace, type Places } from './places.svelte'

/** Opens what a tester asks for. A Pace that was not started for a test never does. */
export class Shows {
  #api: Client
  #places: Places
  #seen: (then: () => void) => void

  constructor(api: Client, places: Places, seen = whenShown) {
    this.#api = api
    this.#places = places
    this.#seen = seen
  }

  start(): () => void {
    return this.#api.on('show', ({ n, place }) => {
      if (!isPlace(place)) return
      this.#places.show(place)
      // Only what is on the page is said to be: whoever asked waits for it, and counts.
      this.#seen(() => {
        if (this.#places.open === place) void this.#api.Smoke.Opened(n).catch(() => {})
      })
    })
  }
}

const longestMs = 8000

/** Calls then once a sheet is open on the page; never when none comes. One that is still closing does not count. */
function whenShown(then: () => void) {
  const there = () => document.querySelector('[role=dialog][data-state=open]') !== null
  nextFrame(() => {
    if (there()) return then()
    const watch = new MutationObserver(() => {
      if (!there()) return
      end()
      then()
    })
    const bound = setTimeout(() => watch.disconnect(), longestMs)
    const end = () => {
      watch.disconnect()
      clearTimeout(bound)
    }
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-state'] })
  })
}
