import { mount } from 'svelte'
import './app.css'
import App from './features/shell/App.svelte'
import { makeClient } from './lib/api/client'
import type { Transport } from './lib/api/transport'
import { wailsHost, wailsTransport } from './lib/api/wails'
import { browserHost, wsTransport } from './lib/api/ws'
import { Pace } from './lib/state/pace.svelte'

async function transport(): Promise<Transport> {
  if (import.meta.env.MODE === 'fake') return (await import('../test/stage')).stage()
  const host = wailsHost(window)
  if (host) return wailsTransport(host)
  // The Pace that serves this page knows its window by this title, and does not act on it.
  document.title = `Pace (${location.host})`
  return wsTransport(browserHost())
}

void transport().then((carrier) => {
  const pace = new Pace(makeClient(carrier))
  pace.start()
  mount(App, { target: document.getElementById('app')!, props: { pace } })
})
