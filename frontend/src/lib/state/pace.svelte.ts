import type { Client } from '../api/client'
import { Abilities } from './abilities.svelte'
import { Activity } from './activity.svelte'
import { Approvals } from './approvals.svelte'
import { Brain } from './brain.svelte'
import { Chat } from './chat.svelte'
import { Clock } from './clock.svelte'
import { Composer } from './composer.svelte'
import { Examples } from './examples.svelte'
import { Health } from './health.svelte'
import { Links } from './links.svelte'
import { Permissions } from './permissions.svelte'
import { Pictures } from './pictures.svelte'
import { Places } from './places.svelte'
import { Privacy } from './privacy.svelte'
import { Session } from './session.svelte'
import { Settings } from './settings.svelte'
import { Shows } from './shows.svelte'
import { Timers } from './timers.svelte'

export type Signal = 'ready' | 'understanding' | 'awaitingApproval' | 'acting' | 'blocked'

/** Everything a window knows. */
export class Pace {
  clock = new Clock()
  session: Session
  chat: Chat
  composer: Composer
  settings: Settings
  health: Health
  brain: Brain
  pictures: Pictures
  examples: Examples
  links: Links
  abilities: Abilities
  approvals: Approvals
  activity: Activity
  privacy: Privacy
  permissions: Permissions
  places: Places
  timers: Timers
  #shows: Shows

  /** what leaves the machine at this moment */
  leaving = $derived.by(() =>
    this.chat.view.turns.filter((t) => !t.lost).flatMap((t) => t.transfers.filter((x) => x.active)),
  )
  /** the approvals that wait; what the conversation knows to be answered is not among them, though its push may be late */
  asked = $derived.by(() =>
    this.approvals.waiting.filter((a) => {
      const turn = this.chat.view.turns.find((t) => t.id === a.turn)
      return !turn?.ended && !turn?.approvals.some((b) => b.id === a.id && b.resolved)
    }),
  )
  /** those that are shown in a place of their own: several, or one of which the conversation knows nothing */
  queued = $derived.by(() => {
    const inView = this.asked.length === 1 && this.chat.view.turns.some((t) => t.id === this.asked[0]!.turn)
    return this.session.away || inView ? [] : this.asked
  })
  signal: Signal = $derived.by(() => {
    const turn = this.chat.running
    if (this.asked.length) return 'awaitingApproval'
    if (!turn) return this.session.hello?.capabilities?.some((c) => c.state === 'denied') ? 'blocked' : 'ready'
    if (this.chat.approval) return 'awaitingApproval'
    return turn.steps.length > 0 ? 'acting' : 'understanding'
  })

  constructor(api: Client) {
    this.session = new Session(api)
    this.chat = new Chat(api)
    this.composer = new Composer(api)
    this.settings = new Settings(api)
    this.health = new Health(api)
    this.brain = new Brain(api, this.settings)
    this.pictures = new Pictures(api)
    this.examples = new Examples(api)
    this.links = new Links(api)
    this.activity = new Activity(api, this.chat)
    this.privacy = new Privacy(api)
    this.approvals = new Approvals(api)
    this.abilities = new Abilities(api)
    this.permissions = new Permissions(api)
    this.places = new Places(this)
    this.timers = new Timers(api)
    this.#shows = new Shows(api, this.places)
  }

  /** Connects and listens until the answer is called. */
  start(): () => void {
    this.session.onGreeted(() => {
      if (this.session.hello) this.brain.greeted(this.session.hello.planner)
      // A link is begun once its turn can be seen.
      void this.chat.refresh().then(() => this.links.refresh())
      this.composer.look()
      void this.approvals.refresh()
      this.activity.greeted()
      void this.timers.refresh()
      this.privacy.greeted()
      if (this.chat.view.turns.length === 0) void this.examples.load(this.session.hello?.capabilities ?? [])
    })
    const { chat, approvals, activity, privacy, links, timers, session } = this
    const parts = [chat, approvals, activity, privacy, links, timers, this.#shows, session]
    const stops = parts.map((part) => part.start())
    return () => stops.forEach((stop) => stop())
  }

  /** Sends the draft; while something is under way the draft stays where it is. */
  send() {
    if (this.chat.busy) return
    const text = this.composer.take()
    if (text) void this.chat.submit(text, this.composer.dryRun)
  }
}
