import { describe, expect, it } from 'vitest'
import { confirmed, unverifiable } from '../../../test/events'
import type { StepView } from './conversation'
import { repeatsReason, shownSteps } from './steps'

const steps = (n: number, odd: number[] = []): StepView[] =>
  Array.from({ length: n }, (_, index) => ({
    index,
    tool: 'click',
    args: {},
    describe: `Step ${index}`,
    startedAt: 1,
    outcome: odd.includes(index) ? unverifiable() : confirmed(),
  }))

const picture = (n: number, odd: number[] = [], open = false) =>
  shownSteps(steps(n, odd), open).map((s) => (s.kind === 'step' ? s.step.index : `+${s.count}`))

describe('a list of steps', () => {
  it.each<[string, number, number[], (number | string)[]]>([
    ['is whole when short', 6, [], [0, 1, 2, 3, 4, 5]],
    ['keeps its first and its last steps when long', 20, [], [0, '+16', 17, 18, 19]],
    ['never hides a step that was not seen to work', 20, [8], [0, '+7', 8, '+8', 17, 18, 19]],
    ['does not replace one step by a line about one step', 7, [3], [0, '+2', 3, 4, 5, 6]],
    ['shows a single step between two others', 8, [2], [0, 1, 2, '+2', 5, 6, 7]],
  ])('%s', (_, n, odd, want) => expect(picture(n, odd)).toEqual(want))

  it('shows all when opened', () => expect(picture(20, [], true)).toHaveLength(20))
})

describe('why steps were not begun', () => {
  const skipped = (report: string) => ({ ...unverifiable(), effect: 'notAttempted' as const, report })
  const shown = (...outcomes: (StepView['outcome'] | undefined)[]) =>
    shownSteps(
      outcomes.map((outcome, index) => ({ ...steps(1)[0]!, index, outcome })),
      true,
    )
  const told = (list: ReturnType<typeof shown>) => list.map((_, i) => !repeatsReason(list, i))

  it('is said once for those that stand together', () =>
    expect(
      told(shown(unverifiable(), skipped('because of 1'), skipped('because of 1'), skipped('because of 1'))),
    ).toEqual([true, true, false, false]))

  it('is said again when it is another, or when something stands between', () =>
    expect(told(shown(skipped('a'), skipped('b'), confirmed(), skipped('b'), undefined))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]))

  it('never hides what became of a step that was begun', () =>
    expect(told(shown(unverifiable(), unverifiable()))).toEqual([true, true]))
})
