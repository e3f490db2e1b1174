import { protocol } from '../api/events.gen'
import type { Client } from '../api/client'
import type { Hello } from '../api/services'
import { toCallError, type Link } from '../api/transport'

export const mismatchWords = 'This window and the running Pace are different versions. Restart Pace.'

/** Who answers, and whether anyone does. Greets again with each new connection. */
export class Session {
  link = $state.raw<Link>({ state: 'idle' })
  hello = $state.raw<Hello>()
  mismatch = $state(false)
  /** there has been a connection before: losing it is worth a banner, making the first one is not */
  wasOpen = $state(false)
  #api: Client
  #greeted: (() => void)[] = []

  constructor(api: Client) {
    this.#api = api
  }

  get open(): boolean {
    return this.link.state === 'open'
  }

  /** Pace was here and is not, or will not have this window: nothing can be sent now. */
  get away(): boolean {
    return !this.open && (this.wasOpen || this.link.state === 'waiting' || this.link.state === 'refused')
  }

  /** Called after every greeting: now is the time to ask what was missed. */
  onGreeted(then: () => void) {
    this.#greeted.push(then)
  }

  start(): () => void {
    const stop = this.#api.watch((link) => this.#become(link))
    this.#become(this.#api.link())
    if (!this.open) this.#api.retry()
    const look = () => {
      if (document.hidden) return
      if (this.open) void this.greet()
      else this.#api.retry()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }

  retry() {
    this.#api.retry()
  }

  /** Asks again who answers: counts of bytes and capabilities change while a window is open. */
  async greet() {
    try {
      const hello = await this.#api.Session.Hello(protocol)
      this.mismatch = hello.protocol !== protocol
      this.hello = hello
    } catch (reason) {
      if (toCallError(reason).code === 'protocol') this.mismatch = true
      else return // the connection went meanwhile; its return greets again
    }
    if (!this.mismatch) for (const then of this.#greeted) then()
  }

  #become(link: Link) {
    this.link = link
    if (link.state !== 'open') return
    this.wasOpen = true
    void this.greet()
  }
}
