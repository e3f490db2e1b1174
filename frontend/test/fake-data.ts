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
import type {
  BrainStatus,
  Hello,
  ModelServer,
  PictureData,
  Preview,
  Probe,
  RunningTimer,
  ServedModel,
  Setting,
} from '../src/lib/api/services'

import { timeWords } from '../src/lib/state/history'

export type FakeBody = {
  [T in EventType]: Omit<Extract<TurnEvent, { type: T }>, 'v' | 'turn' | 'seq' | 'at'>
}[EventType]

export const fakeHello = (): Hello => ({
  protocol: 1,
  version: '0.1.0-dev',
  platform: 'linux',
  planner: { tier: 'builtin', label: 'Built-in planner', short: 'Built-in planner' },
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

const preview = (route: string, more: Partial<Preview>): Preview => ({
  route,
  will: [],
  from: '',
  asks: '',
  not: '',
  model: false,
  ...more,
})

const phrases: [RegExp, (m: RegExpMatchArray) => string][] = [
  [/^open (?:the )?(.+)$/i, (m) => `open ${m[1]!.replace(/^./, (c) => c.toUpperCase())}`],
  [/^(?:press|click) (.+)$/i, (m) => `press “${m[1]!}”`],
  [/^type (.+) in (.+)$/i, (m) => `type ${m[1]!.length} characters into “${m[2]!}”`],
]

/** model: who is asked where no phrase fits; nobody by default. */
export function fakePreview(text: string, model = ''): Preview {
  if (/^(press|open|type)$/i.test(text))
    return preview('act', { asks: `What should I ${text.toLowerCase()}?`, from: 'built-in phrase' })
  if (/^(don't|never) /i.test(text))
    return preview('fullPipeline', {
      not: 'this is no command: it says what not to do',
      ...(model ? { from: `asks ${model}`, model: true } : {}),
    })
  if (/^delete /i.test(text) && !model) return preview('act', { not: 'Pace never does that' })
  const parts = text.split(/,? (?:and )?then /i)
  const will = parts.flatMap((part) => {
    const [shape, line] = phrases.find(([shape]) => shape.test(part)) ?? []
    return shape && line ? [line(part.match(shape)!)] : []
  })
  if (/^set a timer/i.test(text))
    return preview('command', { will: ['start timer 300'], not: 'not available yet', from: 'built-in command' })
  if (will.length === parts.length) return preview('fastAction', { will, from: 'built-in phrase' })
  if (!model) return preview('act', { not: 'not understood so far' })
  const asks = /^(what|who|why|how|when)\b|\?$/i.test(text)
  return preview(asks ? 'answer' : 'act', {
    will: asks ? ['answer'] : ['read the screen', 'work out what to do'],
    from: `needs ${model}`,
    model: true,
  })
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
    key: 'PlannerTier',
    type: 'enum',
    value: 'builtin',
    default: 'builtin',
    options: ['builtin', 'local', 'cliBridge'],
    summary: 'Who plans what no rule covers',
  },
  {
    key: 'PlannerURL',
    type: 'string',
    value: 'http://127.0.0.1:1234/v1',
    default: 'http://127.0.0.1:1234/v1',
    summary: 'Address of the model server on this machine. Until you choose, ports 1234, 11434 and 8080 are looked at.',
  },
  { key: 'PlannerModel', type: 'string', value: '', default: '', summary: 'Model to ask for' },
  {
    key: 'PlannerStallTimeout',
    type: 'duration',
    value: '30s',
    default: '30s',
    min: 10,
    max: 600_000,
    restart: true,
    summary: 'How long a model server may pause between two pieces of its answer.',
  },
  {
    key: 'PlannerLooks',
    type: 'bool',
    value: false,
    default: false,
    summary:
      'Tell the model what is on the screen with every sentence. When off, only where the sentence seems to need it.',
  },
  {
    key: 'PlannerThread',
    type: 'int',
    value: 4,
    default: 4,
    min: 1,
    max: 8,
    summary: 'How many of the last exchanges a model is told word by word.',
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

const served = (name: string, more: Partial<ServedModel> = {}): ServedModel => ({
  name,
  short: name,
  chat: true,
  loaded: 'no',
  context: 0,
  maxContext: 0,
  bytes: 0,
  size: '',
  quant: '',
  canUnload: false,
  ...more,
})

export const fakeOllama = (): ModelServer => ({
  url: 'http://127.0.0.1:11434/v1',
  at: '127.0.0.1:11434',
  kind: 'ollama',
  name: 'Ollama',
  version: '0.17.4',
  loading: false,
  models: [
    served('qwen3:4b', {
      loaded: 'yes',
      context: 8192,
      bytes: 2_600_000_000,
      size: '4.0B',
      quant: 'Q4_K_M',
      canUnload: true,
    }),
    served('gemma3:12b-it-qat', { bytes: 8_900_000_000, size: '12.2B', quant: 'Q4_0' }),
    served('nomic-embed-text:latest', { chat: false, bytes: 274_000_000 }),
  ],
})

export const fakeLlama = (loading = false): ModelServer => ({
  url: 'http://127.0.0.1:8080/v1',
  at: '127.0.0.1:8080',
  kind: 'llamacpp',
  name: 'llama.cpp',
  version: loading ? '' : 'b6710-2f8a1d0e',
  loading,
  models: loading
    ? []
    : [
        served('/models/qwen3-30b-a3b-instruct-q4_k_m.gguf', {
          short: 'qwen3-30b-a3b-instruct-q4_k_m.gguf',
          loaded: 'yes',
          context: 16384,
          bytes: 18_600_000_000,
          quant: 'Q4_K_M',
        }),
      ],
})

const slots = [
  ['vision', 'Seeing', 'Off'],
  ['stt', 'Hearing', 'Part of the system'],
  ['tts', 'Speaking', 'Part of the system'],
  ['embedder', 'Finding by meaning', 'Part of the system'],
] as const

/** Nothing was found, nothing is chosen. */
export const fakeBrain = (more: Partial<BrainStatus> = {}): BrainStatus => ({
  chosen: '',
  planner: { tier: 'builtin', label: 'Built-in, no model', short: 'Built-in, no model' },
  problem: '',
  looked: '2026-01-01T10:00:00Z',
  servers: [],
  memory: fakeMemory('Built in', 0),
  privacy: { offDeviceBytes: 0, localBytes: 0, handedOverBytes: 0, unfinished: 0, broken: 0 },
  tiers: [
    {
      id: '',
      name: 'Use what is found',
      about: 'A model server on this machine where one answers, else the built-in planner.',
      why: '',
    },
    {
      id: 'builtin',
      name: 'Built-in planner',
      about: 'Understands plain commands. Needs no model, no download and no memory.',
      why: '',
    },
    {
      id: 'local',
      name: 'Model server on this machine',
      about: 'LM Studio, Ollama or llama.cpp. Nothing leaves this machine.',
      why: '',
    },
    { id: 'appleFoundationModels', name: 'Apple’s model', about: 'Part of macOS.', why: 'Only macOS has it.' },
    {
      id: 'directAPI',
      name: 'A model over the network',
      about: 'Sends each prompt off this machine.',
      why: 'Not built yet.',
    },
  ],
  ...more,
})

function fakeMemory(choice: string, gb: number): BrainStatus['memory'] {
  const fits = gb <= 9.6
  return {
    physicalGB: 15.6,
    usableGB: 9.6,
    neededGB: gb,
    fits,
    items: [
      { slot: 'planner', name: 'Planner', choice, gb, known: true },
      ...slots.map(([slot, name, choice]) => ({ slot, name, choice, gb: 0, known: true })),
    ],
    verdict: !gb
      ? 'The built-in planner takes no memory. Models may use 9.6 GB of this machine’s 15.6 GB.'
      : fits
        ? `“${choice}” takes about ${gb} GB, so ${(9.6 - gb).toFixed(1)} GB stay free for others. Models may use 9.6 GB of this machine’s 15.6 GB.`
        : `“${choice}” takes about ${gb} GB, which is ${(gb - 9.6).toFixed(1)} GB too much: it will be slow, or push other programs out of memory. Models may use 9.6 GB of this machine’s 15.6 GB.`,
  }
}

/** A model is asked, and has answered. */
export const fakeBrainFound = (): BrainStatus =>
  fakeBrain({
    planner: { tier: 'local', label: 'Ollama at 127.0.0.1:11434, model qwen3:4b', short: 'qwen3:4b' },
    servers: [fakeOllama(), fakeLlama()],
    asked: { url: 'http://127.0.0.1:11434/v1', model: 'qwen3:4b', short: 'qwen3:4b' },
    last: {
      at: '2026-01-01T10:00:00Z',
      asked: 'qwen3:4b',
      served: 'qwen3:4b',
      compared: 'same',
      promptTokens: 1840,
      cachedTokens: 1702,
      answerTokens: 64,
      firstMs: 410,
      totalMs: 2320,
      attempts: 1,
      problem: '',
    },
    memory: fakeMemory('qwen3:4b', 3),
    privacy: { offDeviceBytes: 0, localBytes: 48_213, handedOverBytes: 0, unfinished: 0, broken: 0 },
  })

/** What is chosen can't be asked. */
export const fakeBrainWrong = (): BrainStatus =>
  fakeBrain({
    chosen: 'local',
    problem: 'The model server at 127.0.0.1:11434 does not have the model “qwen3-30b”.',
    servers: [fakeOllama(), fakeLlama(true)],
  })

const shownAt = (due: number) => `at ${timeWords(due)}`

/** A timer that is due in leftMs. */
export const fakeTimer = (id: number, label: string, lengthMs: number, leftMs: number): RunningTimer => ({
  id,
  kind: 'timer',
  label,
  name: label ? `the timer “${label}”` : `the timer for ${Math.round(lengthMs / 60_000)} minutes`,
  due: new Date(Date.now() + leftMs).toISOString(),
  at: shownAt(Date.now() + leftMs),
  lengthMs,
  state: 'running',
  said: '',
  more: '',
  tick: false,
})

/** An alarm that is due in leftMs. */
export const fakeAlarm = (id: number, label: string, leftMs: number): RunningTimer => ({
  ...fakeTimer(id, label, 0, leftMs),
  kind: 'alarm',
  name: `the alarm “${label}”`,
})

/** A reminder that is due. */
export const fakeReminder = (id: number, label: string, tick = true, more = ''): RunningTimer => ({
  ...fakeTimer(id, label, 0, 0),
  kind: 'reminder',
  name: `the reminder “${label}”`,
  state: 'ringing',
  said: `Reminder: ${label}`,
  more,
  tick,
})

/** The same, gone off. */
export const ringing = (t: RunningTimer, said = `Time is up: ${t.label}.`, more = ''): RunningTimer => ({
  ...t,
  state: 'ringing',
  said,
  more,
})
