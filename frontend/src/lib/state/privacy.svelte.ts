import type { Client } from '../api/client'
import type { PrivacyReport } from '../api/services'
import { toCallError } from '../api/transport'
import { Question } from './question'

/** What left this machine, from the audit. While it is shown it follows what Pace sends. */
export class Privacy {
  span = $state<PrivacyReport['span']>('day')
  report = $state.raw<PrivacyReport>()
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  message = $state('')
  #api: Client
  #question = new Question()
  #shown = false

  constructor(api: Client) {
    this.#api = api
  }

  start(): () => void {
    return this.#api.on('turn', (events) => {
      if (this.#shown && events.some((e) => e.type === 'offDevice' || e.type === 'turnEnded')) void this.refresh()
    })
  }

  show() {
    this.#shown = true
    void this.refresh()
  }

  hide() {
    this.#shown = false
  }

  /** A connection was made: what left meanwhile was not heard. */
  greeted() {
    if (this.#shown) void this.refresh()
  }

  choose(span: PrivacyReport['span']) {
    this.span = span
    void this.refresh()
  }

  refresh = () =>
    this.#question.put(async () => {
      if (this.state !== 'ready') this.state = 'loading'
      const span = this.span
      try {
        const report = await this.#api.Privacy.Report(span)
        if (span !== this.span) return
        this.report = report
        this.state = 'ready'
      } catch (reason) {
        // An old sum beside "could not be read" would be taken for what holds.
        this.report = undefined
        this.message = toCallError(reason).message
        this.state = 'failed'
      }
    })
}
