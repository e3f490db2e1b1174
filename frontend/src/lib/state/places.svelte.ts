// The places of the one window: sheets beside the conversation, one at a time.

export type Place = 'activity' | 'brain' | 'health' | 'settings'

interface Parts {
  activity: { show(): void; hide(): void }
  brain: { look(): Promise<void> }
  health: { probe(): Promise<void> }
  settings: { load(): Promise<void> }
}

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
    const { activity, brain, health, settings } = this.#parts
    if (place === 'activity') activity.show()
    if (place === 'health') void health.probe()
    if (place === 'brain') void brain.look()
    if (place === 'settings' || place === 'brain') void settings.load()
  }

  close = () => {
    if (this.open === 'activity') this.#parts.activity.hide()
    this.open = ''
  }

  isOpen = (place: Place) => () => this.open === place
  setOpen = (place: Place) => (open: boolean) => {
    if (open) this.show(place)
    else if (this.open === place) this.close()
  }
}
