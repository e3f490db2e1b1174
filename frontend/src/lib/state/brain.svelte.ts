import type { Client } from '../api/client'
import type { BrainStatus, ModelServer, PlannerInUse, SettingValue } from '../api/services'
import { toCallError } from '../api/transport'
import type { Settings } from './settings.svelte'

/** The rows that say who plans; what is found changes with them. */
const choice = ['PlannerTier', 'PlannerURL', 'PlannerModel'] as const

/** Who plans, what was found on this machine, and the changes a person makes to it. */
export class Brain {
  status = $state.raw<BrainStatus>()
  state = $state<'idle' | 'looking' | 'ready' | 'failed'>('idle')
  message = $state('')
  /** the newest word on who answers, from whichever call brought it */
  planner = $state.raw<PlannerInUse>()
  /** the model that is being taken out of memory */
  unloading = $state('')
  /** what became of the last time that was asked */
  said = $state.raw<{ text: string; ok: boolean }>()
  #api: Client
  #settings: Settings
  #asked = 0

  constructor(api: Client, settings: Settings) {
    this.#api = api
    this.#settings = settings
  }

  servers = $derived.by<ModelServer[]>(() => this.status?.servers ?? [])
  /** the server that is asked, else the only one there is: its models can be chosen */
  server = $derived.by(() => this.servers.find((s) => s.url === this.status?.asked?.url) ?? this.servers[0])

  /** A connection was made and Pace said who answers. */
  greeted(planner: PlannerInUse) {
    this.planner = planner
    if (this.status) void this.refresh()
  }

  /** Asks what is known now; looks where nobody has since something changed. */
  async refresh() {
    if (this.state === 'looking') return
    await this.#ask(() => this.#api.Brain.Status())
    if (this.status && !this.status.looked && this.status.planner.tier !== 'builtin') await this.look()
  }

  /** Looks for model servers anew. */
  async look() {
    this.state = 'looking'
    await this.#ask(() => this.#api.Brain.Look())
  }

  /** Chooses a tier; "" forgets the choice, with its address and its model, so that what is found is used. */
  async choose(tier: string) {
    if (tier) return this.set('PlannerTier', tier)
    const held = choice.filter((key) => this.#settings.row(key)?.chosen && !this.#settings.row(key)?.fixed)
    for (const key of held) if (!(await this.#settings.reset(key))) return
    await this.look()
  }

  /** Asks this server from now on. */
  async use(url: string) {
    if (!(await this.#settings.set('PlannerURL', url))) return
    if (this.status?.chosen !== 'local' && !(await this.#settings.set('PlannerTier', 'local'))) return
    await this.look()
  }

  async set(key: string, value: SettingValue) {
    if ((await this.#settings.set(key, value)) && this.#decides(key)) await this.look()
  }

  async reset(key: string) {
    if ((await this.#settings.reset(key)) && this.#decides(key)) await this.look()
  }

  async unload(model: string) {
    this.unloading = model
    this.said = undefined
    try {
      const { freed, said, status } = await this.#api.Brain.Unload(model)
      this.#take(status)
      this.said = { text: said, ok: freed }
    } catch (reason) {
      this.said = { text: toCallError(reason).message, ok: false }
    } finally {
      this.unloading = ''
    }
  }

  #decides = (key: string) => (choice as readonly string[]).includes(key)

  #take(status: BrainStatus) {
    this.status = status
    this.planner = status.planner
    this.state = 'ready'
  }

  // Only the newest question may answer: an older look knows nothing of a change made meanwhile.
  async #ask(call: () => Promise<BrainStatus>) {
    const asked = ++this.#asked
    try {
      const status = await call()
      if (asked === this.#asked) this.#take(status)
    } catch (reason) {
      if (asked !== this.#asked) return
      this.message = toCallError(reason).message
      this.state = 'failed'
    }
  }
}
