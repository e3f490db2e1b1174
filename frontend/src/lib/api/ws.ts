// A browser: one WebSocket to the Pace that served this page. The cookie of the page is the key, so no secret is here.
import { CallError, timedOut, toCallError, type Link, type Transport } from './transport'

/** What the transport needs from the outside; tests bring their own. */
export interface WsHost {
  url: string
  open(url: string): WebSocket
  /** HTTP status of the same address without an upgrade: tells a Pace that refuses from one that is gone. */
  status(): Promise<number>
  random(): number
}

interface Pending {
  resolve(value: unknown): void
  reject(reason: CallError): void
}

interface Frame {
  id?: number
  result?: unknown
  error?: unknown
  event?: string
  data?: unknown
}

const firstPauseMs = 250
const longestPauseMs = 8000

export function browserHost(): WsHost {
  const url = new URL('/api/ws', location.href)
  const plain = url.href
  url.protocol = url.protocol.replace('http', 'ws')
  return {
    url: url.href,
    open: (address) => new WebSocket(address),
    status: async () => (await fetch(plain, { credentials: 'same-origin', cache: 'no-store' })).status,
    random: Math.random,
  }
}

/** Opens on first use: importing or making it has no effect. */
export function wsTransport(host: WsHost): Transport {
  const heard = new Map<string, Set<(data: unknown) => void>>()
  const watchers = new Set<(link: Link) => void>()
  const pending = new Map<number, Pending>()
  let link: Link = { state: 'idle' }
  let opening: Promise<WebSocket> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let ids = 0

  const become = (next: Link) => {
    link = next
    for (const hear of [...watchers]) hear(next)
  }

  const frame = (text: string) => {
    let parsed: Frame
    try {
      parsed = JSON.parse(text) as Frame
    } catch {
      console.error('Pace sent something that is not JSON.')
      return
    }
    const { id, result, error, event, data } = parsed
    if (event !== undefined) {
      for (const hear of [...(heard.get(event) ?? [])]) hear(data)
      return
    }
    const call = id === undefined ? undefined : pending.get(id)
    if (!call) return
    pending.delete(id!)
    if (error === undefined || error === null) call.resolve(result)
    else call.reject(toCallError(error))
  }

  const pause = () => {
    const full = Math.min(longestPauseMs, firstPauseMs * 2 ** attempts++)
    const ms = full * (0.75 + host.random() / 4)
    timer = setTimeout(() => void connect().catch(() => {}), ms)
    become({ state: 'waiting', attempt: attempts, retryAt: Date.now() + ms })
  }

  // A failed handshake looks the same whether Pace is gone or refuses; one plain request tells them apart.
  const failed = async () => {
    const status = await host.status().catch(() => 0)
    if (link.state !== 'connecting' || opening) return
    if (status === 401 || status === 403) become({ state: 'refused' })
    else pause()
  }

  const connect = (): Promise<WebSocket> => {
    if (opening) return opening
    clearTimeout(timer)
    become({ state: 'connecting' })
    opening = new Promise<WebSocket>((resolve, reject) => {
      const socket = host.open(host.url)
      let opened = false
      socket.onopen = () => {
        opened = true
        attempts = 0
        resolve(socket)
        become({ state: 'open' })
      }
      socket.onmessage = (message) => frame(String(message.data))
      socket.onclose = () => {
        opening = undefined
        for (const call of pending.values())
          call.reject(new CallError('lost', 'The connection ended before Pace answered.'))
        pending.clear()
        if (opened) return pause()
        reject(new CallError('unreachable', 'Pace is not running here.'))
        void failed()
      }
    })
    return opening
  }

  return {
    kind: 'ws',
    call: async (method, params, timeoutMs) => {
      const socket = await connect()
      if (socket.readyState !== 1) throw new CallError('unreachable', 'Pace is not running here.')
      const id = ++ids
      return new Promise((resolve, reject) => {
        const bound = setTimeout(() => {
          pending.delete(id)
          reject(timedOut())
        }, timeoutMs)
        const settle = () => clearTimeout(bound)
        pending.set(id, {
          resolve: (value) => (settle(), resolve(value)),
          reject: (reason) => (settle(), reject(reason)),
        })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    on: (event, hear) => {
      const all = heard.get(event) ?? new Set()
      heard.set(event, all.add(hear))
      return () => void all.delete(hear)
    },
    link: () => link,
    watch: (hear) => {
      watchers.add(hear)
      return () => void watchers.delete(hear)
    },
    retry: () => void connect().catch(() => {}),
  }
}
