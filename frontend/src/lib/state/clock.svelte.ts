import { createSubscriber } from 'svelte/reactivity'

/** The time, for things that count down or up. It ticks only while something on the screen shows it. */
export class Clock {
  #read: () => number
  #shown: () => void

  constructor(everyMs = 250, read: () => number = Date.now) {
    this.#read = read
    this.#shown = createSubscriber((update) => {
      const timer = setInterval(update, everyMs)
      return () => clearInterval(timer)
    })
  }

  get now(): number {
    this.#shown()
    return this.#read()
  }
}
