// What the Pace that is not there has to say.
import type {
  Effect,
  EventType,
  Evidence,
  Means,
  Outcome,
  Planned,
  Route,
  Status,
  TurnEvent,
} from '../src/lib/api/events.gen'
import type { Hello, PictureData, Probe, Setting } from '../src/lib/api/services'

export type FakeBody = {
  [T in EventType]: Omit<Extract<TurnEvent, { type: T }>, 'v' | 'turn' | 'seq' | 'at'>
}[EventType]

export const fakeHello = (): Hello => ({
  protocol: 1,
  version: '0.1.0-dev',
  platform: 'linux',
  planner: { tier: 'builtin', label: 'Built-in planner' },
  offDeviceBytesToday: 0,
  capabilities: [
    ...['accessibility', 'input', 'windows', 'clipboard', 'programs', 'screen'].map((name) => ({
      name,
      state: 'ready' as const,
      reason: '',
      fix: '',
    })),
  ],
  hosting: 'this window',
})

const call = (tool: string, args: Record<string, unknown>): Route['calls'] => [[{ tool, args }]]

const direct: [RegExp, (m: RegExpMatchArray) => Route['calls']][] = [
  [/^open (?:the )?(.+)$/i, (m) => call('open_app', { name: m[1]!.replace(/^./, (c) => c.toUpperCase()) })],
  [/volume to (\d+)/i, (m) => call('set_volume', { percent: Number(m[1]) })],
  [/timer for (.+)$/i, (m) => call('Timer.start', { duration: m[1] })],
  [/^remind me to (.+)$/i, (m) => call('Reminder.create', { text: m[1] })],
  [/^(?:press|click) (.+)$/i, (m) => call('click', { label: m[1] })],
  [/^make a note: (.+)$/i, (m) => call('Note.create', { text: m[1] })],
]

export function fakeRoute(text: string): Route {
  for (const [shape, calls] of direct) {
    const m = text.match(shape)
    if (m) return { route: 'fastAction', by: 'phrase', intent: 'screenAction', confidence: 1, calls: calls(m) }
  }
  const asks = /^(what|who|why|how|when)\b|\?$/i.test(text)
  return {
    route: asks ? 'answer' : 'act',
    by: 'intent',
    intent: asks ? 'pureKnowledge' : 'screenAction',
    confidence: 0.7,
    calls: null,
  }
}

export const outcome = (
  effect: Effect,
  means: Means | '',
  report: string,
  evidence: Evidence[] = [],
  provenMs: number | null = null,
): Outcome => ({
  effect,
  means,
  evidence,
  report,
  reason:
    effect === 'confirmed'
      ? ''
      : effect === 'unverifiable'
        ? 'noEvidence'
        : effect === 'unchanged'
          ? 'noEffect'
          : effect === 'notAttempted'
            ? 'dependsOn'
            : 'internal',
  timing: { firstSignalMs: provenMs && provenMs / 3, provenMs, settledMs: provenMs && provenMs + 250 },
})

export const planned = (describe: string, more: Partial<Planned> = {}): Planned => ({
  tool: 'click',
  args: {},
  describe,
  risk: 'inputInjection',
  asks: false,
  undoable: true,
  target: '',
  ...more,
})

export const started = (text: string, dryRun = false): FakeBody => ({
  type: 'turnStarted',
  text,
  origin: 'interface',
  attended: true,
  dryRun,
})
export const routed = (text: string): FakeBody => ({ type: 'routed', ...fakeRoute(text) })
export const begun = (step: number, describe: string): FakeBody => ({
  type: 'stepStarted',
  step,
  tool: 'click',
  args: {},
  describe,
})
export const done = (step: number, describe: string, o: Outcome, pictures = false): FakeBody => ({
  type: 'stepEnded',
  step,
  tool: 'click',
  args: {},
  describe,
  outcome: o,
  ...(pictures ? { picture: { before: `${step}-before`, after: `${step}-after` } } : {}),
})
export const ended = (
  status: Status,
  spoken: string,
  more: Partial<Extract<FakeBody, { type: 'turnEnded' }>> = {},
): FakeBody => ({
  type: 'turnEnded',
  status,
  spoken,
  question: null,
  steps: null,
  timing: { routeMs: 0.06, planMs: 0, actMs: 380, totalMs: 412 },
  ...more,
})

export const typed = (step: number, pictures = true): FakeBody =>
  done(
    step,
    'Type “78” into text field “Total”',
    outcome(
      'confirmed',
      'semantic',
      '',
      [{ kind: 'valueRead', what: 'text field "Total"', before: '7', after: '78' }],
      41,
    ),
    pictures,
  )

/** What happens when a sentence is sent. */
export function script(text: string, dryRun: boolean): FakeBody[] {
  const head = [started(text, dryRun), routed(text)]
  const route = fakeRoute(text)
  if (route.route === 'answer') {
    const words =
      'That needs a model, and none is set up. The built-in planner can open apps, press, type, set reminders and search what you gave it to remember.'.split(
        /(?<= )/,
      )
    return [
      ...head,
      { type: 'tokenDelta', text: '', waiting: 'reading the prompt' },
      ...words.map((w): FakeBody => ({ type: 'tokenDelta', text: w })),
      ended('done', words.join('')),
    ]
  }
  const step = planned(`Press button “${text.replace(/^(press|click) /i, '')}”`)
  const plan: FakeBody = { type: 'planReady', by: 'builtin', calls: [[step]] }
  if (dryRun) return [...head, plan, ended('done', '')]
  const seen = outcome(
    'confirmed',
    'semantic',
    '',
    [{ kind: 'windowNew', what: 'window "Calculator"', before: '', after: '' }],
    38,
  )
  const act: FakeBody[] = [
    begun(0, step.describe),
    done(0, step.describe, seen),
    { type: 'undoOffered', run: 1, label: 'Pressed a button', seconds: 5 },
    ended('done', 'Window “Calculator” opened.'),
  ]
  if (/delete|send|buy/i.test(text)) {
    return [
      ...head,
      plan,
      {
        type: 'approvalRequested',
        id: `ask-${text}`,
        calls: [{ ...step, asks: true, risk: 'external', undoable: false }],
        why: 'It reaches outside this machine.',
        tainted: false,
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
      },
      ...act,
    ]
  }
  return [...head, plan, ...act]
}

export function picture(id: string): PictureData {
  const after = id.endsWith('after')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="84"><rect width="360" height="84" fill="#f4f2ee"/><text x="20" y="48" font-family="sans-serif" font-size="15" fill="#444">Total</text><rect x="76" y="24" width="180" height="36" rx="4" fill="#fff" stroke="${after ? '#3b6fd4' : '#b9b4aa'}" stroke-width="${after ? 2 : 1}"/><text x="90" y="48" font-family="sans-serif" font-size="16" fill="#111">${after ? '78' : '7'}</text><rect x="270" y="24" width="70" height="36" rx="4" fill="#e4e0d8"/><text x="288" y="47" font-family="sans-serif" font-size="14" fill="#333">Save</text></svg>`
  return { mime: 'image/svg+xml', base64: btoa(svg) }
}

export const fakeSettings = (): Setting[] => [
  { key: 'EnableActions', type: 'bool', value: true, default: true, summary: 'Let Pace act on this computer' },
  { key: 'ApproveRiskyActions', type: 'bool', value: true, default: true, summary: 'Ask before anything risky' },
  {
    key: 'AgentMaxSteps',
    type: 'int',
    value: 12,
    default: 8,
    min: 1,
    max: 32,
    summary: 'How many times one request may go back to the planner',
  },
  {
    key: 'PlannerProvider',
    type: 'enum',
    value: 'builtin',
    default: 'builtin',
    options: ['builtin', 'local', 'cliBridge'],
    summary: 'Which planner thinks for Pace',
  },
  {
    key: 'PlannerURL',
    type: 'string',
    value: 'http://127.0.0.1:1234/v1',
    default: 'http://127.0.0.1:1234/v1',
    summary: 'Address of the model server on this machine',
  },
  {
    key: 'PlannerStallTimeout',
    type: 'duration',
    value: '30s',
    default: '30s',
    summary: 'How long a planner may be silent between two words',
  },
  { key: 'ThreadMemory', type: 'bool', value: true, default: true, summary: 'Remember what was said in this thread' },
  { key: 'TraceTurns', type: 'bool', value: false, default: true, summary: 'Keep a record of each turn for 7 days' },
]

export const fakeProbes = (): Probe[] => [
  { name: 'Database', state: 'ok', detail: 'Opened, checked, 3 backups.', fix: '' },
  { name: 'Accessibility', state: 'ok', detail: 'The bus answers; 4 applications can be seen.', fix: '' },
  {
    name: 'Model server',
    state: 'absent',
    detail: 'Nothing answers at 127.0.0.1:1234. Pace works without one.',
    fix: 'Start a model server, or set PACE_PLANNER_URL.',
  },
  {
    name: 'Keyring',
    state: 'fail',
    detail: 'The secret service did not answer within 2 s.',
    fix: 'gnome-keyring-daemon --start --components=secrets',
  },
  {
    name: 'Compositor',
    state: 'warn',
    detail: 'None is running, so the pointer overlay has hard edges.',
    fix: 'Start a compositor such as picom.',
  },
]
