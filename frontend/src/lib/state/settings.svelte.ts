import type { Client } from '../api/client'
import type { Setting, SettingValue } from '../api/services'
import { toCallError } from '../api/transport'

/** The table of settings as Pace has it. A value changes here only when Pace has taken it. */
export class Settings {
  rows = $state.raw<Setting[]>([])
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  message = $state('')
  saving = $state('')
  /** the row whose change Pace took last */
  saved = $state('')
  errors = $state<Record<string, string>>({})
  #api: Client

  constructor(api: Client) {
    this.#api = api
  }

  async load() {
    this.state = this.rows.length ? 'ready' : 'loading'
    try {
      this.rows = (await this.#api.Settings.List()) ?? []
      this.errors = {}
      this.saved = ''
      this.state = 'ready'
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
  }

  row = (key: string): Setting | undefined => this.rows.find((r) => r.key === key)

  /** Both answer whether Pace has taken it. */
  set = (key: string, value: SettingValue) => this.#change(key, () => this.#api.Settings.Set(key, value))
  /** Makes a row not chosen, so that its default holds. */
  reset = (key: string) => this.#change(key, () => this.#api.Settings.Reset(key))

  async #change(key: string, call: () => Promise<Setting>): Promise<boolean> {
    this.saving = key
    this.saved = ''
    delete this.errors[key]
    try {
      const row = await call()
      this.rows = this.rows.map((r) => (r.key === key ? row : r))
      this.saved = key
      return true
    } catch (reason) {
      this.errors[key] = toCallError(reason).message
      this.rows = [...this.rows] // the control goes back to what holds
      return false
    } finally {
      if (this.saving === key) this.saving = ''
    }
  }
}
