// Which steps of a long list are shown: everything that needs a look, the last ones, and how many lie between.
import type { StepView } from './conversation'

export type Shown = { kind: 'step'; step: StepView } | { kind: 'hidden'; count: number; first: number }

/** Lists of up to this many steps are shown whole. */
export const wholeUpTo = 6
const tail = 3

export function shownSteps(steps: readonly StepView[], open: boolean): Shown[] {
  const all: Shown[] = steps.map((step) => ({ kind: 'step', step }))
  if (open || steps.length <= wholeUpTo) return all
  const shown: Shown[] = []
  for (const [i, step] of steps.entries()) {
    const quiet = step.outcome?.effect === 'confirmed' && i > 0 && i < steps.length - tail
    const last = shown[shown.length - 1]
    if (!quiet) shown.push({ kind: 'step', step })
    else if (last?.kind === 'hidden') last.count++
    else shown.push({ kind: 'hidden', count: 1, first: step.index })
  }
  return shown.map((s) =>
    s.kind === 'hidden' && s.count === 1 ? { kind: 'step', step: steps.find((x) => x.index === s.first)! } : s,
  )
}

/** Whether a step was not begun for the reason that the one above it gives: that need be said once only. */
export function repeatsReason(shown: readonly Shown[], i: number): boolean {
  const [above, here] = [shown[i - 1], shown[i]]
  if (above?.kind !== 'step' || here?.kind !== 'step') return false
  const [was, is] = [above.step.outcome, here.step.outcome]
  return is?.effect === 'notAttempted' && was?.effect === 'notAttempted' && is.report === was.report
}
