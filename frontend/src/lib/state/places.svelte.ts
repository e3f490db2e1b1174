// The places of the one window: sheets beside the conversation, one at a time.

const all = ['abilities', 'activity', 'brain', 'health', 'permissions', 'privacy', 'settings'] as const
export type Place = (typeof all)[number]

export const isPlace = (name: string): name is Place => (all as readonly string[]).includes(name)

interface Shown {
  show(): void
  hide(): void
}
interface Parts {
  abilities: { load(): Promise<void> }
  activity: Shown
  privacy: Shown
  brain: { look(): Promise<void> }
  health: { probe(): Promise<void> }
  permissions: { probe(): Promise<void> }
  settings: { load(): Promise<void> }
}

/** Those that follow what Pace does for as long as they are open. */
const follows = (place: Place | ''): place is 'activity' | 'privacy' => place === 'activity' || place === 'privacy'

/** Which place is open. What it shows is asked for as it opens. */
export class Places {
  open = $state<Place | ''>('')
  #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  show = (place: Place) => {
    this.close()
    this.open = place
    const { abilities, brain, health, permissions, settings } = this.#parts
    if (follows(place)) this.#parts[place].show()
    if (place === 'abilities') void abilities.load()
    if (place === 'health') void health.probe()
    if (place === 'permissions') void permissions.probe()
    if (place === 'brain') void brain.look()
    if (place === 'settings' || place === 'brain') void settings.load()
  }

  close = () => {
    if (follows(this.open)) this.#parts[this.open].hide()
    this.open = ''
  }

  isOpen = (place: Place) => () => this.open === place
  setOpen = (place: Place) => (open: boolean) => {
    if (open) this.show(place)
    else if (this.open === place) this.close()
  }
}
