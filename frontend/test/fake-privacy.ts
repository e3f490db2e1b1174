// What left the machine of the Pace that is not there.
import type { PrivacyReport, PrivacyTarget } from '../src/lib/api/services'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const fakeReport = (more: Partial<PrivacyReport> = {}): PrivacyReport => ({
  span: 'day',
  since: ago(24 * 60),
  from: '',
  sent: 0,
  received: 0,
  handedOver: 0,
  local: 0,
  unfinished: 0,
  broken: 0,
  targets: [],
  unlisted: 0,
  parts: [],
  ...more,
})

const went = (target: string, how: PrivacyTarget['how'], bytes: number, more: Partial<PrivacyTarget> = {}) => ({
  target,
  how,
  bytes,
  received: 0,
  times: 1,
  last: ago(5),
  parts: ['planner'],
  ...more,
})

export const busyReport = (span: PrivacyReport['span']): PrivacyReport =>
  fakeReport({
    span,
    sent: span === 'day' ? 3174 : 3174 + 5 * 1024 * 1024,
    received: 12_000,
    handedOver: 102,
    local: 48_200,
    unfinished: 1,
    targets: [
      ...(span === 'week'
        ? [went('files.example.net:443', 'sent', 5 * 1024 * 1024, { parts: ['download'], last: ago(60 * 50) })]
        : []),
      went('api.example.com:443', 'sent', 3174, { received: 12_000, times: 4 }),
      went('example.org', 'handedOver', 58, { parts: ['browser'], times: 2, last: ago(90) }),
      went('mailto:', 'handedOver', 44, { parts: ['mail'] }),
      went('127.0.0.1:11434', 'local', 16_200, { received: 32_000, times: 9 }),
    ],
    parts: [
      { part: 'planner', sent: 3174, received: 12_000, handedOver: 0, local: 48_200, times: 13 },
      { part: 'browser', sent: 0, received: 0, handedOver: 58, local: 0, times: 2 },
      { part: 'mail', sent: 0, received: 0, handedOver: 44, local: 0, times: 1 },
    ],
  })

export const longReport = (span: PrivacyReport['span']): PrivacyReport =>
  fakeReport({
    span,
    from: ago(60 * 20),
    broken: 2,
    unlisted: 12,
    handedOver: 82_000,
    targets: Array.from({ length: 400 }, (_, i) =>
      went(`a-rather-long-name-of-a-site-number-${i}.example.org`, 'handedOver', 4000 - i * 9, {
        parts: ['browser'],
      }),
    ),
    parts: [{ part: 'browser', sent: 0, received: 0, handedOver: 82_000, local: 0, times: 400 }],
  })
