// The desktop window: Wails puts every bound service at window.go.<package>.<Service> and events in window.runtime.
import { CallError, toCallError, within, type Link, type Transport } from './transport'

type Bound = Record<string, Record<string, Record<string, (...params: unknown[]) => Promise<unknown>>>>

export interface WailsHost {
  go: Bound
  runtime: { EventsOn(event: string, hear: (data: unknown) => void): () => void }
}

/** The host objects when this page runs in the desktop window. */
export function wailsHost(w: unknown): WailsHost | undefined {
  const host = w as Partial<WailsHost>
  return host.go && host.runtime ? (host as WailsHost) : undefined
}

export function wailsTransport(host: WailsHost): Transport {
  const open: Link = { state: 'open' }
  return {
    kind: 'wails',
    call: async (method, params, timeoutMs) => {
      const [service = '', name = ''] = method.split('.')
      const bound = Object.values(host.go).find((pkg) => pkg[service]?.[name])?.[service]?.[name]
      if (!bound) throw new CallError('unknownMethod', `This Pace has no ${method}.`)
      try {
        return await within(bound(...params), timeoutMs)
      } catch (reason) {
        throw toCallError(reason)
      }
    },
    on: (event, hear) => host.runtime.EventsOn(event, hear),
    link: () => open,
    watch: () => () => {},
    retry: () => {},
  }
}
