import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePace } from '../../../test/fake'
import { fakePreview } from '../../../test/fake-data'
import { makeClient } from '../api/client'
import { Composer } from './composer.svelte'

const make = (pace = fakePace(0)) => ({ pace, composer: new Composer(makeClient(pace.transport)) })
const earlier = ['first', 'second', 'second', 'third']

const asked = (pace: ReturnType<typeof fakePace>) => pace.calls.map((c) => c.params[0])

/** A Pace that answers when it is told to, the question that has waited longest first. */
function slow() {
  const { pace, composer } = make()
  const waiting: { text: string; answer: () => void; fail: () => void }[] = []
  pace.answers['Turns.Preview'] = (text: string) =>
    new Promise((resolve, reject) =>
      waiting.push({ text, answer: () => resolve(fakePreview(text)), fail: () => reject(new Error('gone')) }),
    )
  const next = async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]))
    return waiting.shift()!
  }
  return { pace, composer, waiting, next }
}

beforeEach(() => sessionStorage.clear())

describe('the composer', () => {
  it('keeps its draft over a reload', () => {
    make().composer.write('half a sen')
    expect(make().composer.draft).toBe('half a sen')
  })

  it('brings back earlier sentences, newest first and each once, and then what was being typed', () => {
    const { composer } = make()
    composer.write('own')
    const up = () => (composer.recall(earlier, 1), composer.draft)
    const down = () => (composer.recall(earlier, -1), composer.draft)
    expect([up(), up(), up(), up()]).toEqual(['third', 'second', 'first', 'first'])
    expect([down(), down(), down(), down()]).toEqual(['second', 'third', 'own', 'own'])
    expect(composer.recalling).toBe(false)
  })

  it('gives back what was being typed on Escape', () => {
    const { composer } = make()
    composer.write('own')
    composer.recall(earlier, 1)
    composer.restore()
    expect(composer.draft).toBe('own')
  })

  it('asks at the first key and shows the answer, without any time passing', async () => {
    vi.useFakeTimers()
    try {
      const { composer, pace } = make()
      composer.write('open the calculator')
      expect(pace.calls).toEqual([{ method: 'Turns.Preview', params: ['open the calculator'] }])
      for (let i = 0; i < 10; i++) await Promise.resolve()
      expect(composer.hint?.will).toEqual(['open Calculator'])
      composer.write('')
      expect(composer.hint).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('has one question under way at a time, and asks the next with the newest text', async () => {
    const { composer, pace, next } = slow()
    for (const text of ['o', 'op', 'open', 'open ca']) composer.write(text)
    expect(asked(pace)).toEqual(['o'])
    ;(await next()).answer()
    const second = await next()
    expect(asked(pace)).toEqual(['o', 'open ca'])
    expect(composer.hint, 'what an older text comes to is not shown').toBeUndefined()
    second.answer()
    await vi.waitFor(() => expect(composer.hint?.will).toEqual(['open Ca']))
    expect(asked(pace)).toEqual(['o', 'open ca'])
  })

  it('keeps the hint while the next one is not known', async () => {
    const { composer, next } = slow()
    composer.write('open one')
    ;(await next()).answer()
    await vi.waitFor(() => expect(composer.hint?.will).toEqual(['open One']))
    composer.write('open two')
    expect(composer.hint?.will).toEqual(['open One'])
    ;(await next()).answer()
    await vi.waitFor(() => expect(composer.hint?.will).toEqual(['open Two']))
  })

  it('shows nothing for a draft that was taken away meanwhile', async () => {
    const { composer, pace, next } = slow()
    composer.write('open one')
    const question = await next()
    expect(composer.take()).toBe('open one')
    question.answer()
    await pace.transport.call('Turns.Recent', [], 0)
    expect(composer.hint).toBeUndefined()
  })

  it('forgets what it cannot ask about, and asks on', async () => {
    const { composer, next } = slow()
    composer.write('open one')
    ;(await next()).answer()
    await vi.waitFor(() => expect(composer.hint).toBeDefined())
    composer.write('open two')
    ;(await next()).fail()
    await vi.waitFor(() => expect(composer.hint).toBeUndefined())
    composer.look()
    ;(await next()).answer()
    await vi.waitFor(() => expect(composer.hint?.will).toEqual(['open Two']))
  })

  it('asks nothing while there is no connection', () => {
    const { composer, pace } = make()
    pace.become({ state: 'waiting', attempt: 1, retryAt: 0 })
    composer.write('open the calculator')
    expect(pace.calls).toEqual([])
  })
})
