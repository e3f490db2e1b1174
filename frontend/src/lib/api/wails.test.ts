import { describe, expect, it, vi } from 'vitest'
import { makeClient } from './client'
import { wailsHost, wailsTransport } from './wails'

function host(submit: (...p: unknown[]) => Promise<unknown>) {
  const listeners: Record<string, (data: unknown) => void> = {}
  return {
    go: { other: { Nothing: {} }, bridge: { Turns: { Submit: submit } } },
    runtime: {
      EventsOn: (event: string, hear: (data: unknown) => void) => {
        listeners[event] = hear
        return () => void delete listeners[event]
      },
    },
    listeners,
  }
}

describe('the transport of the desktop window', () => {
  it('is there exactly when the window has both the services and the runtime', () => {
    expect(wailsHost({})).toBeUndefined()
    expect(wailsHost({ go: {} })).toBeUndefined()
    expect(wailsHost({ go: {}, runtime: {} })).toBeDefined()
  })

  it('finds a service in whichever package it is bound', async () => {
    const submit = vi.fn(() => Promise.resolve({ turn: 't1' }))
    const client = makeClient(wailsTransport(host(submit)))
    expect(await client.Turns.Submit('press 7', true)).toEqual({ turn: 't1' })
    expect(submit).toHaveBeenCalledWith('press 7', true)
  })

  it.each([
    ['a string', 'no display', { code: 'failed', message: 'no display' }],
    ['an Error', new Error('no display'), { code: 'failed', message: 'no display' }],
    ['a code with words', { code: 'busy', message: 'One at a time.' }, { code: 'busy', message: 'One at a time.' }],
  ])('makes one kind of error of %s', async (_, reason, want) => {
    const client = makeClient(wailsTransport(host(() => Promise.reject(reason))))
    await expect(client.Turns.Submit('x', false)).rejects.toMatchObject({ name: 'CallError', ...want })
  })

  it('says which method an older Pace lacks', async () => {
    const client = makeClient(wailsTransport(host(() => Promise.resolve())))
    await expect(client.Turns.Cancel('t')).rejects.toMatchObject({
      code: 'unknownMethod',
      message: 'This Pace has no Turns.Cancel.',
    })
  })

  it('brings pushes until told to stop', () => {
    const h = host(() => Promise.resolve())
    const got: unknown[] = []
    const stop = makeClient(wailsTransport(h)).on('turn', (data) => got.push(data))
    h.listeners['turn']!([])
    stop()
    expect(got).toEqual([[]])
    expect(h.listeners['turn']).toBeUndefined()
  })
})
