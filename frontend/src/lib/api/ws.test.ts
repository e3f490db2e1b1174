import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Link } from './transport'
import { wsTransport } from './ws'

class FakeSocket {
  readyState = 0
  sent: { id: number; method: string; params: unknown[] }[] = []
  onopen?: () => void
  onclose?: () => void
  onmessage?: (m: { data: string }) => void
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  accept() {
    this.readyState = 1
    this.onopen?.()
  }
  drop() {
    this.readyState = 3
    this.onclose?.()
  }
  push(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

function setup(status: () => Promise<number> = () => Promise.reject(new Error('gone'))) {
  const sockets: FakeSocket[] = []
  const transport = wsTransport({
    url: 'ws://127.0.0.1/api/ws',
    open: () => {
      const s = new FakeSocket()
      sockets.push(s)
      return s as unknown as WebSocket
    },
    status,
    random: () => 1,
  })
  const links: Link[] = []
  transport.watch((l) => links.push(l))
  return { transport, sockets, links, last: () => sockets[sockets.length - 1]! }
}

const settled = () => vi.advanceTimersByTimeAsync(0)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the WebSocket transport', () => {
  it('opens nothing before the first call, and one socket for many', async () => {
    const { transport, sockets } = setup()
    expect(sockets).toHaveLength(0)
    void transport.call('A.B', [1], 1000)
    void transport.call('A.C', [], 1000)
    expect(sockets).toHaveLength(1)
    sockets[0]!.accept()
    await settled()
    expect(sockets[0]!.sent.map((f) => [f.method, f.params])).toEqual([
      ['A.B', [1]],
      ['A.C', []],
    ])
  })

  it('gives each answer to its own call, in any order', async () => {
    const { transport, last } = setup()
    const one = transport.call('A.B', [], 1000)
    const two = transport.call('A.C', [], 1000)
    last().accept()
    await settled()
    const [a, b] = last().sent
    last().push({ id: b!.id, result: 'second' })
    last().push({ id: a!.id, result: null })
    expect(await one).toBeNull()
    expect(await two).toBe('second')
  })

  it('rejects with the code and words of Pace', async () => {
    const { transport, last } = setup()
    const call = transport.call('A.B', [], 1000)
    const rejected = expect(call).rejects.toMatchObject({ code: 'busy', message: 'One turn at a time.' })
    last().accept()
    await settled()
    last().push({ id: last().sent[0]!.id, error: { code: 'busy', message: 'One turn at a time.' } })
    await rejected
  })

  it('says "lost" of what was sent when the connection ends, and that its effect is unknown', async () => {
    const { transport, last } = setup()
    const call = transport.call('Turns.Submit', ['x'], 1000)
    const rejected = expect(call).rejects.toMatchObject({ code: 'lost', unknown: true })
    last().accept()
    await settled()
    last().drop()
    await rejected
  })

  it('says "unreachable" of what was never sent', async () => {
    const { transport, last } = setup()
    const call = transport.call('Turns.Submit', ['x'], 1000)
    const rejected = expect(call).rejects.toMatchObject({ code: 'unreachable', unknown: false })
    last().drop()
    await rejected
  })

  it('bounds every wait', async () => {
    const { transport, last } = setup()
    const rejected = expect(transport.call('A.B', [], 500)).rejects.toMatchObject({ code: 'timeout', unknown: true })
    last().accept()
    await settled()
    await vi.advanceTimersByTimeAsync(500)
    await rejected
    last().push({ id: last().sent[0]!.id, result: 'too late' })
  })

  it('tries again with growing pauses, and starts over once connected', async () => {
    const { transport, sockets, links, last } = setup()
    transport.retry()
    const pauses: number[] = []
    for (let i = 0; i < 8; i++) {
      last().drop()
      await settled()
      const link = links[links.length - 1]!
      if (link.state !== 'waiting') throw new Error(`link is ${link.state}`)
      pauses.push(link.retryAt - Date.now())
      await vi.advanceTimersByTimeAsync(pauses[i]!)
      expect(sockets).toHaveLength(i + 2)
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
    last().accept()
    last().drop()
    await settled()
    const link = links[links.length - 1]!
    expect(link.state === 'waiting' && link.retryAt - Date.now()).toBe(250)
  })

  it('connects at once when asked or when something is called while it waits', async () => {
    const { transport, sockets, last } = setup()
    transport.retry()
    last().drop()
    await settled()
    transport.retry()
    expect(sockets).toHaveLength(2)
    last().drop()
    await settled()
    const call = transport.call('A.B', [], 1000)
    expect(sockets).toHaveLength(3)
    last().accept()
    await settled()
    last().push({ id: last().sent[0]!.id, result: 1 })
    expect(await call).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(3)
  })

  it('stops trying when Pace answers but refuses this window', async () => {
    const { transport, sockets, links, last } = setup(() => Promise.resolve(401))
    transport.retry()
    last().drop()
    await settled()
    expect(links[links.length - 1]).toEqual({ state: 'refused' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
  })

  it('brings pushes to everyone who listens, also after a new connection, until they stop', async () => {
    const { transport, last } = setup()
    const got: unknown[] = []
    const stop = transport.on('turn', (data) => got.push(data))
    transport.retry()
    last().accept()
    last().push({ event: 'turn', data: [1] })
    last().push({ event: 'other', data: [9] })
    last().drop()
    await vi.advanceTimersByTimeAsync(250)
    last().accept()
    last().push({ event: 'turn', data: [2] })
    stop()
    last().push({ event: 'turn', data: [3] })
    expect(got).toEqual([[1], [2]])
  })
})
