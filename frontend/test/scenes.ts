// Fixed moments of a conversation for looking at: `?scene=approval`.
import {
  begun,
  done,
  ended,
  fakeBrain,
  fakeBrainFound,
  fakeBrainWrong,
  fakeAlarm,
  fakeReminder,
  fakeTimer,
  ringing,
  outcome,
  planned,
  routed,
  started,
  typed,
  type FakeBody,
} from './fake-data'
import { fakeHistory, longHistory } from './fake-activity'
import { manyAbilities } from './fake-machine'
import { busyReport, longReport } from './fake-privacy'
import type { FakePace } from './fake'

const earlier: FakeBody[] = [
  started('open the calculator'),
  routed('open the calculator'),
  done(
    0,
    'Open Calculator',
    outcome('confirmed', 'api', '', [{ kind: 'windowNew', what: 'window "Calculator"', before: '', after: '' }], 212),
  ),
  ended('done', 'Calculator is open.'),
]

const mixed: FakeBody[] = [
  started('put 78 into the total, save it, play the chime and close the sheet'),
  routed('put 78 into the total'),
  typed(0),
  done(
    1,
    'Press button “Save”',
    outcome(
      'confirmed',
      'semantic',
      '',
      [
        { kind: 'windowNew', what: 'dialog "Saved"', before: '', after: '' },
        { kind: 'focusMoved', what: 'button "OK"', before: '', after: '' },
      ],
      63,
    ),
  ),
  done(
    2,
    'Press button “Play chime”',
    outcome('unverifiable', 'pointer', 'It was pressed, but a sound leaves nothing on the screen that could be read.'),
  ),
  done(
    3,
    'Turn on check box “Lock sheet”',
    outcome('unchanged', 'semantic', 'It was pressed and stayed off.', [
      { kind: 'stateRead', what: 'check box "Lock sheet"', before: 'off', after: 'off' },
    ]),
  ),
  done(
    4,
    'Press button “Close”',
    outcome('notAttempted', '', 'Not begun, because the step before it was not confirmed.'),
  ),
  { type: 'undoOffered', run: 7, label: 'Typed into “Total”', seconds: 5 },
  ended('partial', 'The total is 78 and it was saved. The sheet did not lock, so it was left open.'),
]

const waitingFor: [string, string, ReturnType<typeof planned>][] = [
  [
    'mail the total to Anna',
    'interface',
    planned('Open a draft to anna@example.org', { asks: true, risk: 'external', undoable: false }),
  ],
  [
    'tidy the downloads every evening, and put what is older than a month into the archive',
    'schedule',
    planned('Move 14 files into “Archive”', { asks: true, risk: 'changesAppOrSystem', target: 'folder “Downloads”' }),
  ],
  ['press Save', 'mcp', planned('Press “Save”', { asks: true, undoable: false, target: 'button “Save” in Sheet' })],
]

const longReply = Array.from(
  { length: 14 },
  (_, i) =>
    `${i + 1}. Paragraph about one more thing that a long answer has to say, with an unbroken address such as https://example.org/${'path/'.repeat(9)} in it.\n\n`,
).join('')

export const scenes: Record<string, (pace: FakePace) => void> = {
  empty: () => {},
  limited: (pace) => {
    pace.hello.capabilities = [
      {
        name: 'screen',
        state: 'absent',
        reason: 'There is no display, so nothing can be pressed or typed.',
        fix: 'Start Pace inside a desktop session.',
      },
      {
        name: 'accessibility',
        state: 'denied',
        reason: 'The accessibility bus is switched off.',
        fix: 'gsettings set org.gnome.desktop.interface toolkit-accessibility true',
      },
    ]
  },
  running: (pace) => {
    pace.seed(earlier, 90_000)
    const turn = pace.seed(
      [
        started('put 78 into the total and save it'),
        routed('put 78 into the total'),
        {
          type: 'planReady',
          by: 'builtin',
          calls: [
            [planned('Type “78” into text field “Total”')],
            [planned('Press button “Save”')],
            [planned('Press button “Close”')],
          ],
        },
        typed(0, false),
      ],
      3200,
    )
    pace.emit(turn, [begun(1, 'Press button “Save”')])
  },
  activity: (pace) => void (pace.history = fakeHistory()),
  unrecorded: (pace) => {
    const why = 'the database is damaged'
    const [step, other] = [
      typed(0),
      done(1, 'Press button “Save”', outcome('unchanged', 'semantic', 'Nothing changed.')),
    ]
    pace.seed(
      [
        started('put 78 into the total'),
        routed('put 78 into the total'),
        { ...step, unrecorded: why } as FakeBody,
        ended('done', 'Text field “Total” now reads 78.'),
      ],
      9000,
    )
    pace.seed(
      [
        started('press Save'),
        routed('press Save'),
        { ...other, step: 0, unrecorded: why } as FakeBody,
        ended('failed', 'Nothing changed.'),
      ],
      4000,
    )
    pace.problem =
      'The database is damaged, so nothing that Pace does now is put on record, and what was done before comes from an older copy, if from any. Health says what helps.'
  },
  activityDamaged: (pace) => {
    scenes.unrecorded!(pace)
    pace.history = fakeHistory()
  },
  activityLong: (pace) => void (pace.history = longHistory(1000)),
  activityFailed: (pace) => {
    pace.answers['Activity.List'] = () => Promise.reject(new Error('The record of what was done could not be read.'))
  },
  privacy: (pace) => {
    pace.hello.offDeviceBytesToday = busyReport('day').sent
    pace.privacy = busyReport
  },
  abilitiesMany: (pace) => void (pace.answers['Abilities.List'] = () => manyAbilities()),
  abilitiesFailed: (pace) =>
    void (pace.answers['Abilities.List'] = () => Promise.reject(new Error('Something went wrong inside Pace.'))),
  permissionsLooking: (pace) => void (pace.answers['Permissions.Probe'] = () => new Promise(() => {})),
  permissionsFailed: (pace) =>
    void (pace.answers['Permissions.Probe'] = () => Promise.reject(new Error('Pace did not answer in time.'))),
  queue: (pace) => {
    pace.seed(earlier, 90_000)
    for (const [i, [text, origin, call]] of waitingFor.entries())
      pace.seed(
        [
          { ...started(text), origin, attended: i === 0 } as FakeBody,
          routed(text),
          {
            type: 'approvalRequested',
            id: `ask-${i}`,
            calls: [call],
            why: 'This kind of action asks first.',
            tainted: origin === 'link',
            expiresAt: new Date(Date.now() + (i + 1) * 48_000).toISOString(),
          },
        ],
        4000 - i * 900,
      )
  },
  queueUnseen: (pace) => {
    scenes.queue!(pace)
    pace.answers['Turns.Recent'] = () => []
  },
  privacyLong: (pace) => void (pace.privacy = longReport),
  privacyFailed: (pace) => {
    pace.answers['Privacy.Report'] = () =>
      Promise.reject(new Error('The record of what left this machine could not be read.'))
  },
  brainFound: (pace) => {
    pace.brain = fakeBrainFound()
    pace.hello.planner = pace.brain.planner
  },
  brainWrong: (pace) => void (pace.brain = fakeBrainWrong()),
  brainLooking: (pace) => {
    pace.brain = fakeBrain({ planner: { tier: '', label: 'Not looked for yet', short: 'Not looked yet' }, looked: '' })
    pace.answers['Brain.Look'] = () => new Promise(() => {})
    pace.hello.planner = pace.brain.planner
  },
  brainFailed: (pace) => {
    pace.answers['Brain.Look'] = () => Promise.reject(new Error('Looking for model servers took too long.'))
  },
  thinking: (pace) => {
    pace.hello.planner = fakeBrainFound().planner
    pace.seed(
      [
        started('why is the sky blue?'),
        routed('why is the sky blue?'),
        { type: 'tokenDelta', text: '', waiting: 'reading the prompt' },
      ],
      2300,
    )
  },
  streaming: (pace) => {
    pace.seed(
      [
        started('why is the sky blue?'),
        routed('why is the sky blue?'),
        {
          type: 'tokenDelta',
          text: 'Sunlight is scattered by the molecules of the air, and short waves are scattered far more strongly than long ones. What reaches',
        },
      ],
      600,
    )
  },
  done: (pace) => {
    pace.seed(earlier, 90_000)
    pace.seed(
      [
        started('put 78 into the total and save it'),
        routed('put 78 into the total'),
        typed(0),
        done(
          1,
          'Press button “Save”',
          outcome(
            'confirmed',
            'semantic',
            '',
            [{ kind: 'windowNew', what: 'dialog "Saved"', before: '', after: '' }],
            63,
          ),
        ),
        { type: 'undoOffered', run: 7, label: 'Typed into “Total”', seconds: 5 },
        ended('done', 'Text field “Total” reads 78, and dialog “Saved” opened.'),
      ],
      400,
    )
  },
  mixed: (pace) => void pace.seed(mixed, 400),
  approval: (pace) => {
    pace.seed(earlier, 90_000)
    pace.seed(
      [
        started('send the total to Ada and delete the draft'),
        routed('send the total to Ada'),
        {
          type: 'approvalRequested',
          id: 'ask-1',
          why: 'Sending can’t be taken back, and the draft is removed for good.',
          calls: [
            planned('Send a mail to ada@example.org, subject “Total”, 42 characters', {
              risk: 'external',
              undoable: false,
              asks: true,
              target: 'Mail, account “Work”',
            }),
            planned('Move the draft “Total (old)” to the bin', {
              risk: 'changesAppOrSystem',
              undoable: true,
              target: 'Mail, folder “Drafts”',
            }),
          ],
          tainted: true,
          expiresAt: new Date(Date.now() + 42_000).toISOString(),
        },
      ],
      1500,
    )
  },
  question: (pace) => {
    pace.seed(
      [
        started('press 7'),
        routed('press 7'),
        done(0, 'Press “7”', outcome('refused', '', 'Two things are called “7”.')),
        ended('blocked', '', {
          question: {
            text: 'Which “7” do you mean?',
            options: [
              { label: 'Button “7”', path: ['Calculator', 'Keypad', '7'] },
              { label: 'Tab “7”', path: ['Calculator', 'Tabs', '7'] },
              { label: 'Row “7”', path: ['Calculator', 'History', '7'] },
            ],
          },
        }),
      ],
      500,
    )
  },
  disconnected: (pace) => {
    scenes.done!(pace)
    setTimeout(() => pace.become({ state: 'waiting', attempt: 4, retryAt: Date.now() + 6000 }), 300)
  },
  refused: (pace) => void setTimeout(() => pace.become({ state: 'refused' }), 300),
  mismatch: (pace) => void (pace.hello.protocol = 99),
  offDevice: (pace) => {
    pace.hello.offDeviceBytesToday = 18_432
    pace.hello.planner = { tier: 'directAPI', label: 'Claude over the network', short: 'Claude' }
    pace.seed(
      [
        started('summarise the page I am reading'),
        routed('summarise the page'),
        { type: 'observed', what: 'window “Reports”', elements: 212, truncated: true, untrusted: true },
        { type: 'offDevice', state: 'started', target: 'api.anthropic.com', bytes: 3174 },
      ],
      900,
    )
  },
  link: (pace) => {
    pace.seed(earlier, 90_000)
    pace.seed(
      [
        { ...started('press Save and send it to everybody'), origin: 'link' } as FakeBody,
        routed('press Save'),
        {
          type: 'approvalRequested',
          id: 'ask-link',
          calls: [planned('Press “Save”', { target: 'button “Save” in Sheet', asks: true })],
          why: 'Text from outside was read in this turn.',
          tainted: true,
          expiresAt: new Date(Date.now() + 95_000).toISOString(),
        },
      ],
      900,
    )
    pace.link({
      free: false,
      waiting: [{ id: 'l1', text: 'what is the weather like in Zürich this weekend' }],
      notices: [
        { id: 'n1', text: 'A link asked Pace to listen. Pace can’t listen yet, so nothing was begun.', quote: '' },
        {
          id: 'n2',
          text: 'A newer link came while Pace was at work, so this one was not followed.',
          quote: 'open example.org',
        },
      ],
    })
  },
  timers: (pace) => {
    scenes.done!(pace)
    pace.time([
      fakeTimer(1, 'pasta', 8 * 60_000, 272_400),
      fakeTimer(2, '', 25 * 60_000, 1_201_000),
      fakeAlarm(3, 'gym', 6 * 3_600_000),
    ])
  },
  timersRinging: (pace) => {
    scenes.done!(pace)
    pace.time([
      ringing(fakeTimer(1, 'pasta', 8 * 60_000, -900)),
      ringing(
        fakeAlarm(4, 'call Bo', -3_600_000),
        'Missed alarm: call Bo.',
        'It was due at 13:30, 1 hour before Pace could say so.',
      ),
      fakeTimer(2, 'a walk around the whole block with the dog, if it stops raining by then', 25 * 60_000, 1_201_000),
    ])
  },
  remindersRinging: (pace) => {
    scenes.done!(pace)
    pace.time([
      fakeReminder(1, 'call Anna'),
      fakeReminder(2, 'put the bins out', false, 'It is for today.'),
      fakeTimer(3, 'pasta', 8 * 60_000, 272_400),
    ])
  },
  timersMany: (pace) => {
    pace.time([
      ...Array.from({ length: 5 }, (_, i) => ringing(fakeTimer(50 + i, `round ${i + 1}`, 60_000, -1000 * i))),
      ...Array.from({ length: 30 }, (_, i) =>
        fakeTimer(i + 1, i % 3 ? `thing ${i + 1}` : '', 3_600_000, 95_000 * (i + 1)),
      ),
    ])
  },
  timersAway: (pace) => {
    scenes.timers!(pace)
    setTimeout(() => pace.become({ state: 'waiting', attempt: 4, retryAt: Date.now() + 6000 }), 300)
  },
  dryRun: (pace) => {
    pace.seed(
      [
        started('put 78 into the total and save it', true),
        routed('put 78 into the total'),
        {
          type: 'planReady',
          by: 'builtin',
          calls: [
            [planned('Type “78” into text field “Total”', { target: 'text field “Total” in Sheet' })],
            [planned('Press button “Save”', { asks: true, undoable: false, target: 'button “Save” in Sheet' })],
          ],
        },
        ended('done', ''),
      ],
      500,
    )
  },
  long: (pace) => {
    pace.seed(
      [started('tell me everything'), routed('why'), { type: 'tokenDelta', text: longReply }, ended('done', longReply)],
      60_000,
    )
    pace.seed(
      [
        started('fill the whole form'),
        routed('fill'),
        ...Array.from({ length: 24 }, (_, i) =>
          i === 9
            ? done(
                i,
                `Type into field ${i + 1}`,
                outcome('unverifiable', 'keys', 'It was typed, but the field can’t be read.'),
              )
            : typed(i),
        ),
        ended('unverified', '23 of 24 fields read what you wanted; field 10 can’t be read.'),
      ],
      4000,
    )
  },
}
