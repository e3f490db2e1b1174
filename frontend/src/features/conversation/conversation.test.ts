import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aTurn, confirmed, rows, unchanged, unverifiable } from '../../../test/events'
import { fakePace } from '../../../test/fake'
import type { Outcome } from '../../lib/api/events.gen'
import { makeClient } from '../../lib/api/client'
import { emptyView, receive, type ApprovalView, type StepView, type TurnView } from '../../lib/state/conversation'
import { Pictures } from '../../lib/state/pictures.svelte'
import Approval from './Approval.svelte'
import Question from './Question.svelte'
import Step from './Step.svelte'
import Turn from './Turn.svelte'
import UndoOffer from './UndoOffer.svelte'

const pictures = () => new Pictures(makeClient(fakePace(0).transport))
const step = (outcome?: Outcome, more: Partial<StepView> = {}): StepView => ({
  index: 0,
  tool: 'click',
  args: {},
  describe: 'Press "Save"',
  startedAt: 1000,
  outcome,
  ...more,
})
const showStep = (s: StepView, now = 1000) =>
  render(Step, { step: s, pictures: pictures(), running: true, now }).container

describe('a step', () => {
  it('shows what was read, and when it was proven', () => {
    const { textContent } = showStep(step(confirmed()))
    expect(textContent).toContain('Press “Save”')
    expect(textContent).toContain('text field “Total” changed from 7 to 78')
    expect(textContent).toContain('proven in 41 ms, settled')
    expect(textContent).toContain('Through accessibility')
  })

  it('is green only when it was seen to have happened', () => {
    const green = (o: Outcome) => showStep(step(o)).querySelector('.role-success') !== null
    expect(green(confirmed())).toBe(true)
    for (const o of [unverifiable(), unchanged()]) expect(green(o), o.effect).toBe(false)
  })

  it('looks different for confirmed, unchanged and unverifiable, in shape and in words', () => {
    const looks = [confirmed(), unchanged(), unverifiable()].map((o) => {
      const mark = showStep(step(o)).querySelector('.mark')!
      return [mark.className, mark.innerHTML]
    })
    expect(new Set(looks.map(([c]) => c)).size).toBe(3)
    expect(new Set(looks.map(([, h]) => h)).size).toBe(3)
  })

  it('gives the reason when nothing came of it', () => {
    expect(showStep(step(unchanged())).textContent).toContain('Nothing changed.')
  })

  it('says that it still waits after a second, and not before', () => {
    expect(showStep(step(), 1900).textContent).not.toContain('Still waiting')
    expect(showStep(step(), 4200).textContent).toContain('Still waiting, 3 s')
  })

  it('says how far it is when that is told', () => {
    const { textContent } = render(Step, {
      step: step(),
      pictures: pictures(),
      running: true,
      now: 9000,
      progress: '3.1 MB of 40 MB',
    }).container
    expect(textContent).toContain('3.1 MB of 40 MB')
    expect(textContent).not.toContain('Still waiting')
  })

  it('fetches its pictures when they are asked for, and switches between them', async () => {
    const user = userEvent.setup()
    showStep(step(confirmed(), { picture: { before: 'a-before', after: 'a-after' } }))
    expect(screen.queryByRole('img')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Before and after' }))
    expect(await screen.findByRole('img', { name: 'Press “Save”, after' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'before' }))
    expect(await screen.findByRole('img', { name: 'Press “Save”, before' })).toBeVisible()
  })
})

const ask = (more: Partial<ApprovalView> = {}): ApprovalView => ({
  id: 'a1',
  why: 'It reaches outside this machine.',
  calls: [aTurn.planned('Send a mail to Ada', { risk: 'external', undoable: false, target: 'Mail' })],
  tainted: false,
  expiresAt: Date.now() + 42_000,
  ...more,
})

describe('an approval', () => {
  const show = (props: Partial<{ approval: ApprovalView; now: number; mayFocus: () => boolean }> = {}) => {
    const ondecide = vi.fn()
    render(Approval, { approval: ask(), now: Date.now(), deciding: false, mayFocus: () => true, ondecide, ...props })
    return { ondecide, user: userEvent.setup() }
  }

  it('shows the real steps, their risk, whether they can be undone, and how long there is', () => {
    show()
    const card = screen.getByRole('alertdialog', { name: 'May Pace do this?' })
    for (const text of ['Send a mail to Ada', 'Mail', 'Reaches outside this machine', 'Can’t be undone'])
      expect(within(card).getByText(text)).toBeVisible()
    expect(card).toHaveTextContent('No answer in 42 s means no')
  })

  it('warns when text from outside was read before', () => {
    show({ approval: ask({ tainted: true }) })
    expect(screen.getByText(/Allow it only if you want it yourself/)).toBeVisible()
  })

  it('has the focus on Deny, so that Enter denies', async () => {
    const { ondecide, user } = show()
    expect(screen.getByRole('button', { name: 'Deny' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(ondecide.mock.calls).toEqual([[false]])
  })

  it('leaves the focus where it is while the person is typing', () => {
    show({ mayFocus: () => false })
    expect(screen.getByRole('button', { name: 'Deny' })).not.toHaveFocus()
  })

  it('is denied by Escape', async () => {
    const { ondecide, user } = show()
    await user.keyboard('{Escape}')
    expect(ondecide.mock.calls).toEqual([[false]])
  })

  it('is allowed by a click or by keys that were meant for Allow', async () => {
    const { ondecide, user } = show()
    await user.click(screen.getByRole('button', { name: 'Allow' }))
    await user.keyboard('{Enter}')
    expect(ondecide.mock.calls).toEqual([[true], [true]])
  })

  it('is not allowed by a key that is held or by the second click of a double click', async () => {
    const { ondecide } = show()
    const allow = screen.getByRole('button', { name: 'Allow' })
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
    allow.dispatchEvent(held)
    expect(held.defaultPrevented).toBe(true)
    allow.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }))
    expect(ondecide).not.toHaveBeenCalled()
  })

  it('can’t be answered when its time is up', () => {
    show({ now: Date.now() + 50_000 })
    expect(screen.getByRole('button', { name: 'Allow' })).toBeDisabled()
    expect(screen.getByText('Time is up, so the answer is no')).toBeVisible()
  })
})

describe('a question', () => {
  const question = {
    text: 'Which "7"?',
    options: [
      { label: 'Button "7"', path: ['Calculator', 'Keypad', '7'] },
      { label: 'Row "7"', path: ['Calculator', '7'] },
    ],
  }

  it('is answered by a button, with the path of the option', async () => {
    const onanswer = vi.fn()
    render(Question, { question, active: true, onanswer })
    await userEvent.click(screen.getByRole('button', { name: /Row “7”/ }))
    expect(onanswer).toHaveBeenCalledWith(['Calculator', '7'])
  })

  it('is only history when newer things have happened', () => {
    render(Question, { question, active: false, onanswer: () => {} })
    for (const b of screen.getAllByRole('button')) expect(b).toBeDisabled()
  })
})

describe('the offer to undo', () => {
  const props = { label: 'Typed text', until: 6000, seconds: 5, onundo: () => {} }

  it('shows how long it stands, and goes when it is over', async () => {
    const { rerender } = render(UndoOffer, { ...props, now: 2000 })
    expect(screen.getByRole('button')).toHaveTextContent('Undo: Typed text 4 s')
    await rerender({ now: 7000 })
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText(/Undo that/)).toBeVisible()
  })

  it('stays while someone reaches for it', async () => {
    const user = userEvent.setup()
    const { rerender } = render(UndoOffer, { ...props, now: 2000 })
    await user.tab()
    await rerender({ now: 7000 })
    expect(screen.getByRole('button')).toHaveFocus()
  })

  it('can be used once', async () => {
    const onundo = vi.fn()
    render(UndoOffer, { ...props, now: 2000, onundo })
    await userEvent.click(screen.getByRole('button'))
    expect(onundo).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a turn', () => {
  const view = (bodies: Parameters<typeof rows>[1]): TurnView => receive(emptyView, rows('t1', bodies)).turns[0]!
  const does = { decide: () => {}, answer: () => {}, undo: () => {}, stop: () => {}, mayFocus: () => true }
  const show = (turn: TurnView) =>
    render(Turn, { turn, title: turn.text, latest: true, now: Date.now(), pictures: pictures(), deciding: '', does })
      .container

  it('never calls an unverified one done', () => {
    const { textContent } = show(view([aTurn.started('x'), aTurn.ended('unverified', { spoken: 'It was clicked.' })]))
    expect(textContent).toContain('Sent, but not all of it can be checked')
    expect(textContent).not.toMatch(/done/i)
  })

  it('shows a plain answer without a mark of proof', () => {
    const c = show(
      view([aTurn.started('x'), { type: 'tokenDelta', text: 'Because.' }, aTurn.ended('done', { spoken: 'Because.' })]),
    )
    expect(c.querySelector('.role-success')).toBeNull()
    expect(c.textContent?.match(/Because\./g)).toHaveLength(1)
  })

  it('says what a model is waited for, and no longer when its words come', () => {
    const reading = [aTurn.started('x'), { type: 'tokenDelta', text: '', waiting: 'reading the prompt' }] as const
    const again = [...reading, { type: 'tokenDelta', text: '', waiting: 'asking again' }] as const
    const said = (bodies: Parameters<typeof view>[0]) => show(view(bodies)).textContent
    expect(said([...reading])).toContain('Reading the prompt')
    expect(said([...again])).toContain('Asking again')
    expect(said([...again])).not.toContain('Reading the prompt')
    const words = said([...again, { type: 'tokenDelta', text: 'Because.', waiting: '' }])
    expect(words).toContain('Because.')
    expect(words).not.toContain('Asking again')
  })

  it('can be stopped by itself while it goes on beside others, and no longer when it has ended', async () => {
    const long: Parameters<typeof view>[0] = [
      aTurn.started('download it'),
      { type: 'stepStarted', step: 0, tool: 'download_file', args: {}, describe: 'Download it', beside: true },
    ]
    const stop = vi.fn()
    const props = {
      title: 'x',
      latest: false,
      now: Date.now(),
      pictures: pictures(),
      deciding: '',
      does: { ...does, stop },
    }
    const { rerender } = render(Turn, { ...props, turn: view(long) })
    await userEvent.click(screen.getByRole('button', { name: 'Stop this' }))
    expect(stop).toHaveBeenCalledWith('t1')
    for (const turn of [view([...long, aTurn.ended('cancelled')]), { ...view(long), lost: true }]) {
      await rerender({ ...props, turn })
      expect(screen.queryByRole('button', { name: 'Stop this' })).toBeNull()
    }
  })

  it('shows what was read and what left the machine', () => {
    show(
      view([
        aTurn.started('x'),
        { type: 'observed', what: 'window "Reports"', elements: 212, truncated: true, untrusted: true },
        { type: 'offDevice', state: 'ended', target: 'api.example.org', bytes: 3174 },
      ]),
    )
    expect(screen.getByText('Read window “Reports”, 212 elements, not all of it')).toBeVisible()
    expect(screen.getByText('Sent 3.1 KB to api.example.org')).toBeVisible()
  })

  it('says once that steps could not be put on record, and only of what was done that it was', () => {
    const ended = (n: number, o: Outcome, unrecorded?: string) =>
      ({ type: 'stepEnded', step: n, tool: 'click', args: {}, describe: 'Press', outcome: o, unrecorded }) as const
    const said = (...steps: ReturnType<typeof ended>[]) =>
      show(view([aTurn.started('x'), ...steps, aTurn.ended('done')])).textContent ?? ''
    const why = 'the database is damaged'
    expect(said(ended(0, confirmed()))).not.toContain('on record')
    const both = said(ended(0, confirmed(), why), ended(1, unchanged(), why))
    expect(both.match(/This was done, but could not be put on record: the database is damaged\./g)).toHaveLength(1)
    const neither = said(ended(0, unchanged(), why))
    expect(neither).toContain('This could not be put on record: the database is damaged.')
    expect(neither).not.toContain('This was done')
  })

  it('shows a dry run as what would happen, and claims nothing', () => {
    const { textContent } = show(
      view([
        { ...aTurn.started('x'), dryRun: true },
        { type: 'planReady', by: 'builtin', calls: [[aTurn.planned('Press "Save"', { asks: true })]] },
        aTurn.ended('done'),
      ]),
    )
    expect(textContent).toContain('This would happen. Nothing was touched.')
    expect(textContent).toContain('Would ask first')
    expect(textContent).not.toContain('Done')
  })

  it('reads text from outside as text', () => {
    const c = show(view([aTurn.started('x'), { type: 'tokenDelta', text: '<img src=x onerror=alert(1)>' }]))
    expect(c.querySelector('img')).toBeNull()
    expect(c.textContent).toContain('<img src=x')
  })
})
