import { describe, expect, it } from 'vitest'
import { fakeBrainFound, fakeOllama } from '../../../test/fake-data'
import type { Evidence, EvidenceKind } from '../api/events.gen'
import type { Preview } from '../api/services'
import {
  answerWords,
  bytesWords,
  callWords,
  duration,
  evidenceWords,
  gigabyteWords,
  hintWords,
  isDirect,
  modelWords,
  placeWords,
  routeWords,
  statusWords,
  timingWords,
  todayWords,
} from './wording'

const words = (kind: EvidenceKind, what: string, before = '', after = '') =>
  evidenceWords({ kind, what, before, after } as Evidence)
    .map((p) => (p.value ? `[${p.text}]` : p.text))
    .join('')

describe('evidence', () => {
  it('never cuts away what could not be read', () => {
    const long = Array.from({ length: 12 }, (_, i) => `Tea ${i} (tea${i}.md): about tea`).join('\n')
    for (const unread of [
      'Not all could be read: bad1.md (it is not text), and 6 more.',
      '9 files could not be read: a.ics.',
      '2 files can’t be read.',
    ]) {
      const said = words('returned', 'Your notes', '', `${long}\n${unread}`)
      expect(said).toMatch(/^Your notes: \[Tea 0 .*…\] /s)
      expect(said.endsWith(`] ${unread}`)).toBe(true)
    }
    expect(words('returned', 'Your notes', '', 'one\ntwo')).toBe('Your notes: [one\ntwo]')
    expect(words('returned', '', '', 'It can’t be read.')).toBe('[It can’t be read.]')
  })

  it.each<[EvidenceKind, string, string, string, string]>([
    ['valueRead', 'text field "Total"', '7', '78', 'text field “Total” changed from [7] to [78]'],
    ['valueRead', 'text field "Total"', '', '78', 'text field “Total” now reads [78]'],
    ['valueRead', 'text field "Total"', '78', '', 'text field “Total” is empty now, it was [78]'],
    ['valueRead', 'text field "Total"', '7', '7', 'text field “Total” still reads [7]'],
    ['stateRead', 'check box "Wrap"', 'off', 'on', 'check box “Wrap” changed from [off] to [on]'],
    ['stateRead', 'check box "Wrap"', '', 'on', 'check box “Wrap” is now [on]'],
    ['stateRead', 'check box "Wrap"', 'off', 'off', 'check box “Wrap” is still [off]'],
    ['ownChange', 'button "Play"', '', '', 'button “Play” changed'],
    ['vanished', 'button "Close"', '', '', 'button “Close” is gone'],
    ['windowNew', 'dialog "Saved"', '', '', 'dialog “Saved” opened'],
    ['windowGone', 'dialog "Saved"', '', '', 'dialog “Saved” closed'],
    ['focusMoved', 'text field "Name"', '', '', 'focus moved to text field “Name”'],
    ['nearby', 'Text', '“Sum: 1”', '“Sum: 2”', 'nearby, text changed from [Sum: 1] to [Sum: 2]'],
    ['valueRead', 'text field “Name”', 'empty', '“empty”', 'text field “Name” changed from empty to [empty]'],
    ['alreadySo', 'volume', '', '30 %', 'volume already was [30 %]'],
    ['record', 'note "Milk"', '', 'oat milk', 'note “Milk”, read again: [oat milk]'],
    ['returned', '', '', '21 °C', '[21 °C]'],
    ['reverted', 'switch "Wi-Fi"', 'on', 'off', 'switch “Wi-Fi” went back from [on] to [off]'],
  ])('of kind %s about %s is a plain sentence', (kind, what, before, after, want) => {
    expect(words(kind, what, before, after)).toBe(want)
  })

  it('is cut when it is long', () => {
    expect(words('returned', '', '', 'x'.repeat(500))).toHaveLength(122)
  })
})

describe('words', () => {
  it('say when something was proven, and claim nothing when it was not', () => {
    expect(timingWords({ firstSignalMs: 3, provenMs: 41.2, settledMs: 290 })).toBe('proven in 41 ms, settled')
    expect(timingWords({ firstSignalMs: 3, provenMs: 41.2, settledMs: null })).toBe('proven in 41 ms')
    expect(timingWords({ firstSignalMs: 3, provenMs: null, settledMs: null })).toBe('')
  })

  it.each([
    [0.2, 'under 1 ms'],
    [41.4, '41 ms'],
    [1234, '1.2 s'],
    [61_000, '1 min 1 s'],
  ])('put %d ms as %s', (ms, want) => expect(duration(ms)).toBe(want))

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [3174, '3.1 KB'],
    [5 * 1024 * 1024, '5.00 MB'],
  ])('put %d bytes as %s', (n, want) => expect(bytesWords(n)).toBe(want))

  it.each([
    [['application:fixture', 'window:Main', 'group:Left', 'button:Same#2'], 'Main › Left'],
    [['application:fixture', 'button:Same'], 'fixture'],
    [['Files', 'Save'], 'Files'],
    [null, ''],
  ])('say where %j is', (path, want) => expect(placeWords(path)).toBe(want))

  it('name a call that nobody described', () => {
    expect(callWords('open_app', { name: 'Calculator' })).toBe('Open app “Calculator”')
    expect(callWords('Timer.start', { seconds: 300 })).toBe('Timer start 300')
    expect(callWords('undo', null)).toBe('Undo')
  })

  it('call a turn done only when it is, and keep quiet about a plain answer', () => {
    expect(statusWords('done', 2)).toBe('Done, every step seen')
    expect(statusWords('done', 0)).toBe('')
    expect(statusWords('unverified', 2)).not.toMatch(/done/i)
    expect(statusWords('blocked', 2)).toBe('Needs you')
    expect(statusWords('blocked', 2, true)).toBe('Not allowed')
  })

  it('say "no model" only of the ways that use none', () => {
    for (const route of [
      'command',
      'fastAction',
      'automation',
      'chitchat',
      'answer',
      'readScreen',
      'act',
      'research',
      'largeModel',
      'fullPipeline',
    ]) {
      const r = { route, by: '', intent: '', confidence: 1, calls: null }
      expect(/no model/.test(routeWords(r))).toBe(isDirect(r))
    }
  })
})

describe('a hint', () => {
  const hint = (more: Partial<Preview>, dryRun = false) =>
    hintWords({ route: '', will: [], from: '', asks: '', not: '', model: false, ...more }, dryRun)
  const line = (more: Partial<Preview>, dryRun = false) => {
    const w = hint(more, dryRun)
    return w && [w.kind, w.text, w.from].filter(Boolean).join(' · ')
  }
  const from = 'built-in phrase'

  it.each<[Partial<Preview>, string]>([
    [{ will: ['open Calculator'], from }, 'direct · Will open Calculator · built-in phrase'],
    [
      { will: ['open Calculator', 'press “7”'], from },
      'direct · Will open Calculator, then press “7” · built-in phrase',
    ],
    [{ asks: 'What should I press?', from }, 'asks · Asks: What should I press? · built-in phrase'],
    [{ will: ['start timer 300'], not: 'not available yet', from }, 'not · Won’t start timer 300 · not available yet'],
    [{ not: 'English only so far' }, 'not · English only so far'],
    [
      { not: 'there is nothing to do again', from: 'the turn before' },
      'not · There is nothing to do again · the turn before',
    ],
    [{ will: ['answer'], from: 'needs qwen3:4b', model: true }, 'model · Will answer · needs qwen3:4b'],
    [{ not: 'this is no command', from: 'asks qwen3:4b', model: true }, 'model · This is no command · asks qwen3:4b'],
    [{ from: 'your flows' }, 'direct · Will be handled · your flows'],
  ])('made of %j is one line', (more, want) => expect(line(more)).toBe(want))

  it('says what would happen when it is only to look, and nothing about no words', () => {
    expect(line({ will: ['open Calculator'], from }, true)).toBe('direct · Would open Calculator · built-in phrase')
    expect(hint({})).toBeUndefined()
    expect(hint({ will: null })).toBeUndefined()
  })

  it('says once what happens several times in a row', () => {
    const tab = 'press the key tab'
    expect(hint({ will: [tab, tab, 'press “OK”', tab, tab, tab] })?.steps).toEqual([
      'press the key tab twice',
      'press “OK”',
      'press the key tab 3 times',
    ])
  })
})

describe('a brain', () => {
  const last = fakeBrainFound().last!

  it('answered in so many tokens and so much time, as far as it is known', () => {
    expect(answerWords(last)).toBe(
      'qwen3:4b, 1840 tokens read (1702 kept from before), 64 written, first after 410 ms, whole after 2.3 s',
    )
    expect(answerWords({ ...last, cachedTokens: 0, attempts: 2 })).toBe(
      'qwen3:4b, 1840 tokens read, 64 written, first after 410 ms, whole after 2.3 s, 2 attempts',
    )
    expect(
      answerWords({
        ...last,
        served: '',
        asked: '',
        promptTokens: 0,
        answerTokens: 0,
        firstMs: 0,
        problem: 'It stopped.',
      }),
    ).toBe('a model without a name, ended after 2.3 s')
  })

  it('has models, of which only what the server tells is said', () => {
    const [loaded, other] = fakeOllama().models!
    expect(modelWords(loaded!)).toBe('In memory · 4.0B · Q4_K_M · 8k tokens · 2.4 GB')
    expect(modelWords({ ...other!, loaded: '', size: '', quant: '', bytes: 0 })).toBe('')
  })

  it.each([
    [0, 'none'],
    [0.01, 'under 0.1 GB'],
    [3, '3 GB'],
    [18.62, '18.6 GB'],
  ])('takes %f GB: %s', (gb, want) => expect(gigabyteWords(gb)).toBe(want))

  it('keeps apart what left, what stayed, and what is not known', () => {
    const none = { offDeviceBytes: 9, localBytes: 0, handedOverBytes: 0, unfinished: 0, broken: 0 }
    expect(todayWords(none)).toEqual([])
    expect(todayWords({ ...none, localBytes: 2048, handedOverBytes: 5, unfinished: 1, broken: 2 })).toEqual([
      '2.0 KB to and from servers on this machine, which is not leaving it',
      '5 bytes handed to other programs; what those send on is not measured',
      'One transfer has no end on record',
      '2 records could not be read',
    ])
  })
})
