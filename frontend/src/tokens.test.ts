import { describe, expect, it } from 'vitest'
import css from './tokens.css?raw'

// Text must be readable in both schemes: WCAG 2 contrast of every hue on every ground that it is used on.

const darkAt = css.indexOf('@media (prefers-color-scheme: dark)')

type Colour = [l: number, c: number, h: number]

function tokens(text: string): Record<string, Colour> {
  const all: Record<string, Colour> = {}
  for (const [, name, l, c, h] of text.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g))
    all[name!] = [+l!, +c!, +h!]
  return all
}

function luminance([l, c, h]: Colour): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const [x, y, z] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((v) => v ** 3) as Colour
  const clamp = (v: number) => Math.max(0, Math.min(1, v))
  const red = clamp(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z)
  const green = clamp(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z)
  const blue = clamp(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Colour, b: Colour): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}

const roles = ['local', 'off-device', 'approval', 'success', 'blocked', 'failure', 'unknown']

describe.each([
  ['light', css.slice(0, darkAt)],
  ['dark', css.slice(darkAt, css.indexOf('@media (prefers-reduced-motion'))],
])('the %s scheme', (_, text) => {
  const t = tokens(text)

  it('has every colour', () => {
    for (const name of ['ground', 'panel', 'sunken', 'ink', 'ink-soft', 'ink-faint', ...roles])
      expect(t, name).toHaveProperty(name)
  })

  it.each(['ink', 'ink-soft', 'ink-faint', ...roles])('can be read in %s on ground, panel and sunken', (name) => {
    for (const ground of ['ground', 'panel', 'sunken'])
      expect(contrast(t[name]!, t[ground]!), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  it('shows the edge of every control', () => {
    for (const name of roles) expect(contrast(t[name]!, t['panel']!), name).toBeGreaterThanOrEqual(3)
  })
})
