import type { Client } from '../api/client'
import type { Setting, SettingValue } from '../api/services'
import { toCallError } from '../api/transport'

/** The table of settings as Pace has it. A value changes here only when Pace has taken it. */
export class Settings {
  rows = $state.raw<Setting[]>([])
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  message = $state('')
  saving = $state('')
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
      this.state = 'ready'
    } catch (reason) {
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
  }

  async set(key: string, value: SettingValue) {
    this.saving = key
    delete this.errors[key]
    try {
      const row = await this.#api.Settings.Set(key, value)
      this.rows = this.rows.map((r) => (r.key === key ? row : r))
    } catch (reason) {
      this.errors[key] = toCallError(reason).message
      this.rows = [...this.rows] // the control goes back to what holds
    } finally {
      if (this.saving === key) this.saving = ''
    }
  }
}
