// What the Pace that is not there has done.
import type { ActivityFilter, ActivityPage, ActivityRow } from '../src/lib/api/services'
import { dayOf } from '../src/lib/state/history'

export const ran = (run: number, minutesAgo: number, more: Partial<ActivityRow> = {}): ActivityRow => ({
  run,
  turn: `t-${run}`,
  at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  said: 'press Save',
  origin: 'interface',
  tool: 'click',
  family: 'screen',
  label: 'Press “Save”',
  effect: 'confirmed',
  means: 'semantic',
  evidence: [{ kind: 'windowNew', what: 'dialog "Saved"', before: '', after: '' }],
  report: '',
  undo: { state: 'none', why: 'This kind of action can’t be taken back.', at: '' },
  ...more,
})

const none = (why: string) => ({ state: 'none' as const, why, at: '' })

/** A day and a half of work with one of everything, newest first. */
export const fakeHistory = (): ActivityRow[] => [
  ran(12, 2, {
    said: 'set Total to 78 and then press Save',
    turn: 'a',
    label: 'Press “Save”',
  }),
  ran(11, 2, {
    said: 'set Total to 78 and then press Save',
    turn: 'a',
    tool: 'set_value',
    label: 'Set “Total” to “78”',
    evidence: [{ kind: 'valueRead', what: 'text field "Total"', before: '“7”', after: '“78”' }],
    undo: { state: 'offered', why: '', at: '' },
  }),
  ran(10, 9, {
    said: '',
    origin: 'undo',
    tool: 'volume',
    family: 'sound',
    label: 'Set the volume to 50 %',
    means: 'api',
    evidence: [{ kind: 'stateRead', what: 'Volume', before: '30 %', after: '50 %' }],
    undo: none('It took something back itself.'),
  }),
  ran(9, 10, {
    said: 'volume 30 percent',
    tool: 'volume',
    family: 'sound',
    label: 'Set the volume to 30 %',
    means: 'api',
    evidence: [{ kind: 'stateRead', what: 'Volume', before: '50 %', after: '30 %' }],
    undo: { state: 'undone', why: '', at: new Date(Date.now() - 9 * 60_000).toISOString() },
  }),
  ran(13, 31, {
    said: 'download https://example.org/a/report.pdf',
    tool: 'download_file',
    family: 'files',
    label: 'Download https://example.org/•••',
    effect: 'begun',
    means: '',
    evidence: [],
    report: 'It was begun; what came of it is not known.',
    undo: none('It is not known whether it happened.'),
  }),
  ran(8, 34, {
    said: 'play the chime',
    effect: 'unverifiable',
    means: 'pointer',
    label: 'Press button “Play chime”',
    evidence: [],
    report: 'It was pressed, but a sound leaves nothing on the screen that could be read.',
    undo: none('What came of it is not certain.'),
  }),
  ran(7, 61, {
    said: 'press Nothing',
    effect: 'unchanged',
    label: 'Press “Nothing”',
    evidence: [],
    report: 'It was pressed, and nothing changed within 2 s.',
    undo: none('It changed nothing.'),
  }),
  ran(6, 62, {
    said: 'press Save and tell everybody about it in a message that goes on for a while',
    origin: 'link',
    effect: 'refused',
    means: '',
    label: 'Press “Save”',
    evidence: [],
    report: 'There is no “Save” in the window in front.',
    undo: none('It changed nothing.'),
  }),
  ran(5, 1500, {
    said: 'what is on my clipboard',
    origin: 'ask',
    tool: 'clipboard_read',
    family: 'look',
    label: 'Read the clipboard',
    means: 'api',
    evidence: [
      { kind: 'returned', what: 'The clipboard', before: '', after: 'https://example.org/' + 'path/'.repeat(20) },
    ],
    undo: none('It only looked.'),
  }),
  ran(4, 1510, {
    said: 'type Zoë in Name',
    tool: 'type',
    label: 'Type 3 characters into “Name”',
    evidence: [{ kind: 'valueRead', what: 'text field "Name"', before: 'empty', after: '“Zoë”' }],
    undo: { state: 'held', why: 'What was done since comes first.', at: '' },
  }),
]

export const longHistory = (n: number): ActivityRow[] =>
  Array.from({ length: n }, (_, i) => ran(n - i, i * 7, { said: `press button number ${n - i}`, turn: `t-${n - i}` }))

export function fakePage(all: readonly ActivityRow[], f: ActivityFilter): ActivityPage {
  const has = (r: ActivityRow) =>
    JSON.stringify([r.said, r.label, r.report, r.evidence]).toLowerCase().includes(f.text.toLowerCase())
  const fit = all.filter(
    (r) =>
      (!f.family || r.family === f.family) &&
      (!f.effect || r.effect === f.effect) &&
      (!f.day || dayOf(Date.parse(r.at)) === f.day) &&
      (!f.before || r.run < f.before) &&
      has(r),
  )
  return {
    rows: fit.slice(0, f.limit),
    more: fit.length > f.limit,
    undoable: all.find((r) => r.undo.state === 'offered')?.run ?? 0,
    families: [
      { id: 'screen', name: 'Press and type' },
      { id: 'windows', name: 'Programs and windows' },
      { id: 'look', name: 'Look and read' },
      { id: 'sound', name: 'Sound, light and music' },
    ],
    keeping: true,
    problem: '',
  }
}
