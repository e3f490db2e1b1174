import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePace } from '../../../test/fake'
import { makeClient } from '../api/client'
import { Composer } from './composer.svelte'

const make = (pace = fakePace(0)) => ({ pace, composer: new Composer(makeClient(pace.transport)) })
const earlier = ['first', 'second', 'second', 'third']

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

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

  it('asks once, when typing rests, what would happen', async () => {
    const { composer, pace } = make()
    for (const text of ['o', 'op', 'open the calculator']) composer.write(text)
    await vi.advanceTimersByTimeAsync(1000)
    expect(pace.calls).toEqual([{ method: 'Turns.Route', params: ['open the calculator'] }])
    expect(composer.hint?.route).toBe('fastAction')
    composer.write('')
    expect(composer.hint).toBeUndefined()
  })

  it('never shows the hint of an older text', async () => {
    const { composer, pace } = make()
    const answers: ((route: string) => void)[] = []
    pace.answers['Turns.Route'] = () =>
      new Promise((resolve) =>
        answers.push((route) => resolve({ route, by: '', intent: '', confidence: 1, calls: null })),
      )
    composer.write('one')
    await vi.advanceTimersByTimeAsync(1000)
    composer.write('two')
    await vi.advanceTimersByTimeAsync(1000)
    answers[1]!('act')
    answers[0]!('answer')
    await vi.advanceTimersByTimeAsync(0)
    expect(composer.hint?.route).toBe('act')
  })

  it('asks nothing while there is no connection', async () => {
    const { composer, pace } = make()
    pace.become({ state: 'waiting', attempt: 1, retryAt: 0 })
    composer.write('open the calculator')
    await vi.advanceTimersByTimeAsync(1000)
    expect(pace.calls).toEqual([])
  })
})
