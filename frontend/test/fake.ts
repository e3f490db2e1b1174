// A Pace that is not there, for tests and for `npm run dev -- --mode fake`. It keeps turns, plays them in steps and
// answers like the real one. It is never part of a production build (scripts/check-bundle.mjs looks for fakeMarker).
import type { TurnEvent } from '../src/lib/api/events.gen'
import type {
  ActivityFilter,
  ActivityRow,
  ApprovalState,
  BrainStatus,
  Hello,
  LinkState,
  PrivacyReport,
  Probe,
  RunningTimer,
  Setting,
  SettingValue,
  WaitingApproval,
} from '../src/lib/api/services'
import {
  fakeBrain,
  fakeHello,
  fakePreview,
  fakeProbes,
  fakeRoute,
  fakeSettings,
  picture,
  script,
  type FakeBody,
} from './fake-data'
import { fakePage } from './fake-activity'
import { fakeAbilities, fakePermissions } from './fake-machine'
import { fakeReport } from './fake-privacy'
import { CallError, type Link, type Transport } from '../src/lib/api/transport'

export const fakeMarker = 'pace-fake-transport'

export interface FakePace {
  transport: Transport
  /** Begins a turn and emits these bodies at once; the answer is its id. */
  seed(bodies: FakeBody[], agoMs?: number): string
  /** Adds bodies to a turn. */
  emit(turn: string, bodies: FakeBody[]): void
  become(link: Link): void
  hello: Hello
  brain: BrainStatus
  /** what was done, newest first */
  history: ActivityRow[]
  /** what left in the last day, or week */
  privacy: (span: PrivacyReport['span']) => PrivacyReport
  /** changes what waits and pushes it; what is not named stays */
  link(change: Partial<LinkState>): void
  /** why nothing is put on record */
  problem: string
  /** asks every window to open a place, as a tester does; the answer is under which number */
  show(place: string): number
  /** changes what runs and rings, and pushes it */
  time(all: RunningTimer[]): void
  /** what has been called, newest last */
  calls: { method: string; params: unknown[] }[]
  /** replaces the answer to a method */
  answers: Record<string, (...params: never[]) => unknown>
}

/** paceMs is the pause between two events of a played turn; 0 plays it whole at once. */
export function fakePace(paceMs = 220): FakePace {
  const rows: TurnEvent[] = []
  const listeners = new Set<(data: unknown) => void>()
  const linkListeners = new Set<(data: unknown) => void>()
  const approvalListeners = new Set<(data: unknown) => void>()
  const showListeners = new Set<(data: unknown) => void>()
  let shows = 0
  let told = 0
  const timerListeners = new Set<(data: unknown) => void>()
  let timers: RunningTimer[] = []
  let links: LinkState = { n: 1, free: true, waiting: [], notices: [] }
  const watchers = new Set<(link: Link) => void>()
  const seqs = new Map<string, number>()
  const waiting = new Map<string, (allow: boolean) => void>()
  const settings: Setting[] = fakeSettings()
  const probes: Probe[] = fakeProbes()
  let link: Link = { state: 'open' }
  let turns = 0
  let playing: { turn: string; stop(): void } | undefined

  const row = (turn: string, body: FakeBody, at = Date.now()): TurnEvent => {
    const seq = (seqs.get(turn) ?? 0) + 1
    seqs.set(turn, seq)
    const e = { ...body, v: 1, turn, seq, at: new Date(at).toISOString() } as TurnEvent
    rows.push(e)
    return e
  }
  const emit = (turn: string, bodies: FakeBody[]) => {
    const events = bodies.map((b) => row(turn, b))
    for (const hear of listeners) hear(events)
    tell(events)
  }
  const approvals = (): ApprovalState => ({ n: told, waiting: asked(rows) })
  const tell = (events: TurnEvent[]) => {
    if (!events.some((e) => e.type.startsWith('approval') || e.type === 'turnEnded')) return
    told++
    for (const hear of approvalListeners) hear(approvals())
  }

  const play = (turn: string, bodies: FakeBody[]) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = (i: number) => {
      const body = bodies[i]
      if (!body) return void (playing = undefined)
      emit(turn, [body])
      if (body.type === 'approvalRequested') {
        waiting.set(body.id, (allow) => {
          emit(turn, [{ type: 'approvalResolved', id: body.id, allowed: allow, by: 'interface' }])
          if (allow) return later(i + 1)
          emit(turn, [ended('blocked', 'You said no. Nothing was done.')])
          playing = undefined
        })
      } else later(i + 1)
    }
    const later = (i: number) => {
      if (paceMs === 0) next(i)
      else timer = setTimeout(next, bodies[i]?.type === 'tokenDelta' ? paceMs / 4 : paceMs, i)
    }
    playing = { turn, stop: () => clearTimeout(timer) }
    later(0)
  }

  const begin = (text: string, dryRun: boolean) => {
    if (playing) throw new CallError('busy', 'Pace is still at work on the last sentence.')
    const turn = `turn-${++turns}`
    play(turn, script(text, dryRun))
    return { turn }
  }

  const end = (id: number, state: RunningTimer['state']) => {
    if (!timers.some((t) => t.id === id && t.state === state))
      throw new CallError('notFound', 'That timer has ended already.')
    pace.time(timers.filter((t) => t.id !== id))
  }

  const pace: FakePace = {
    time: (all) => {
      timers = all
      for (const hear of timerListeners) hear(all)
    },
    hello: fakeHello(),
    brain: fakeBrain(),
    history: [],
    problem: '',
    show: (place) => {
      const n = ++shows
      for (const hear of showListeners) hear({ n, place })
      return n
    },
    privacy: (span) => fakeReport({ span }),
    calls: [],
    emit,
    seed: (bodies, agoMs = 0) => {
      const turn = `turn-${++turns}`
      const events = bodies.map((b, i) => row(turn, b, Date.now() - agoMs + i * 5))
      for (const hear of listeners) hear(events)
      tell(events)
      return turn
    },
    link: (change) => {
      links = { ...links, ...change, n: links.n + 1 }
      for (const hear of linkListeners) hear(links)
    },
    become: (next) => {
      link = next
      for (const hear of [...watchers]) hear(next)
    },
    answers: {
      'Session.Hello': () => pace.hello,
      'Turns.Submit': begin,
      'Turns.Cancel': (turn: string) => {
        if (playing?.turn !== turn) return
        playing.stop()
        playing = undefined
        emit(turn, [ended('cancelled', 'Stopped.')])
      },
      'Turns.Decide': (id: string, allow: boolean) => {
        const decide = waiting.get(id)
        if (!decide) throw new CallError('gone', 'That question is closed.')
        waiting.delete(id)
        decide(allow)
      },
      'Turns.Answer': (_turn: string, option: string[]) => begin(`press ${option[option.length - 1]}`, false),
      'Turns.Undo': () => begin('undo that', false),
      'Turns.Recent': () => rows,
      'Turns.Route': (text: string) => fakeRoute(text),
      'Turns.Preview': (text: string) =>
        fakePreview(text, pace.brain.planner.tier === 'builtin' ? '' : pace.brain.planner.short),
      'Pictures.Get': (id: string) => picture(id),
      'Settings.List': () => settings,
      'Settings.Set': (key: string, value: SettingValue) => {
        const at = settings.findIndex((s) => s.key === key)
        const old = settings[at]
        if (!old) throw new CallError('unknown', `There is no setting ${key}.`)
        const { min = -Infinity, max = Infinity } = old
        if (old.type === 'int' && (Number(value) < min || Number(value) > max))
          throw new CallError('invalid', `It must be between ${min} and ${max}.`)
        if (key === 'PlannerTier') pace.brain = { ...pace.brain, chosen: String(value) }
        return (settings[at] = { ...old, value, chosen: true })
      },
      'Settings.Reset': (key: string) => {
        const at = settings.findIndex((s) => s.key === key)
        const old = settings[at]
        if (!old) throw new CallError('notFound', `There is no setting ${key}.`)
        if (key === 'PlannerTier') pace.brain = { ...pace.brain, chosen: '' }
        return (settings[at] = { ...old, value: old.default, chosen: false })
      },
      'Brain.Status': () => pace.brain,
      'Brain.Look': () => pace.brain,
      'Brain.Unload': (model: string) => ({ freed: true, said: `“${model}” is out of memory.`, status: pace.brain }),
      'Links.State': () => links,
      'Links.Open': (id: string) => {
        const first = links.waiting?.[0]
        if (first?.id !== id) throw new CallError('notFound', 'That link is not waiting any more.')
        const turn = pace.seed([
          { type: 'turnStarted', text: first.text, origin: 'link', attended: true, dryRun: false },
          ended('blocked', 'Nothing was done.'),
        ])
        pace.link({ waiting: links.waiting!.slice(1) })
        return { turn }
      },
      'Links.Drop': (id: string) =>
        pace.link({
          waiting: links.waiting!.filter((l) => l.id !== id),
          notices: links.notices!.filter((n) => n.id !== id),
        }),
      'Timers.List': () => timers,
      'Timers.Cancel': (id: number) => end(id, 'running'),
      'Timers.Dismiss': (id: number) => end(id, 'ringing'),
      'Timers.Done': (id: number) => end(id, 'ringing'),
      'Runs.List': () => [],
      'Approvals.State': () => approvals(),
      'Permissions.Probe': () => fakePermissions(),
      'Abilities.List': () => fakeAbilities(),
      'Privacy.Report': (span: PrivacyReport['span']) => pace.privacy(span),
      'Activity.List': (filter: ActivityFilter) => ({ ...fakePage(pace.history, filter), problem: pace.problem }),
      'Doctor.Probe': () => probes,
      'Smoke.Opened': () => undefined,
    },
    transport: {
      kind: 'fake',
      call: async (method, params) => {
        pace.calls.push({ method, params })
        if (link.state !== 'open') throw new CallError('unreachable', 'Pace is not running here.')
        const answer = pace.answers[method]
        if (!answer) throw new CallError('unknownMethod', `${fakeMarker} has no ${method}.`)
        await Promise.resolve()
        return answer(...(params as never[]))
      },
      on: (event, hear) => {
        const own: Record<string, typeof listeners> = {
          links: linkListeners,
          timers: timerListeners,
          approvals: approvalListeners,
          show: showListeners,
        }
        const those = own[event] ?? listeners
        those.add(hear)
        return () => void those.delete(hear)
      },
      link: () => link,
      watch: (hear) => {
        watchers.add(hear)
        return () => void watchers.delete(hear)
      },
      retry: () => {},
    },
  }
  return pace
}

const ended = (status: 'blocked' | 'cancelled', spoken: string): FakeBody => ({
  type: 'turnEnded',
  status,
  spoken,
  question: null,
  steps: null,
  timing: { routeMs: 0.1, planMs: 0, actMs: 0, totalMs: 0 },
})

/** What waits for an answer, from the rows of all turns. */
function asked(rows: readonly TurnEvent[]): WaitingApproval[] {
  let waiting: WaitingApproval[] = []
  const begun = new Map<string, { text: string; origin: string }>()
  for (const e of rows) {
    if (e.type === 'turnStarted') begun.set(e.turn, e)
    if (e.type === 'approvalRequested') {
      const { text = '', origin = '' } = begun.get(e.turn) ?? {}
      waiting.push({ ...e, said: text, origin })
    }
    if (e.type === 'approvalResolved') waiting = waiting.filter((a) => a.id !== e.id)
    if (e.type === 'turnEnded') waiting = waiting.filter((a) => a.turn !== e.turn)
  }
  return waiting
}
