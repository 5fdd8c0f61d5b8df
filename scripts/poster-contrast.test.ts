// Texts on the hue behind an event, for posters as they are drawn: computed from the style sheets, without a browser. Here
// because it needs both sides: the server draws, the app colours.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hueOf } from '../app/lib/tint.ts'
import { posterSeedOf } from '../contract/poster.ts'
import { posterSvg, posterTint } from '../server/posters/poster.ts'

const layout = readFileSync('app/features/events/event-layout.module.css', 'utf8')
const tokens = readFileSync('app/styles/tokens.css', 'utf8')
const MODES = ['light', 'dark'] as const
type Colour = [red: number, green: number, blue: number]

function need(match: RegExpMatchArray | null, what: string) {
  if (!match) throw new Error(`${what} is not written as it was`)
  return match
}

/** One colour of the tokens as red, green and blue in linear light. */
function token(name: string, mode: (typeof MODES)[number]): Colour {
  const [, light = '', dark = ''] = need(tokens.match(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`), name)
  const hex = mode === 'light' ? light : dark
  return [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Colour
}

type Lab = [lightness: number, a: number, b: number]

/** oklab to linear red, green and blue, and back (Björn Ottosson). */
function fromOklab([lightness, a, b]: Lab): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part))) as Colour
}

function toOklab([red, green, blue]: Colour): Lab {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** What lies behind an event, at any hue: in the dark a part of it is the paper's colour. */
function groundAt(hue: number, mode: (typeof MODES)[number]): Colour {
  const oklch = 'oklch\\(([\\d.]+) ([\\d.]+) var\\(--hue\\)\\)'
  const mixed = `color-mix\\(in oklab, var\\(--paper\\) (\\d+)%, ${oklch}\\)`
  const numbers = need(layout.match(`light-dark\\(\\s*${oklch},\\s*${mixed}\\s*\\)`), 'the ground').slice(1)
  const [light = 0, lightChroma = 0, percent = 0, dark = 0, darkChroma = 0] = numbers.map(Number)
  const at = (lightness: number, chroma: number): Lab => [
    lightness,
    chroma * Math.cos((hue * Math.PI) / 180),
    chroma * Math.sin((hue * Math.PI) / 180),
  ]
  if (mode === 'light') return fromOklab(at(light, lightChroma))
  const [paper, tint] = [toOklab(token('paper', mode)), at(dark, darkChroma)]
  return fromOklab(paper.map((part, n) => (part * percent + (tint[n] ?? 0) * (100 - percent)) / 100) as Lab)
}

function ground(tint: number, mode: (typeof MODES)[number]): Colour {
  const [, hue] = need(layout.match(`data-tint='${tint}'\\] \\{\\s*--hue: (\\d+);`), `hue ${tint}`)
  return groundAt(Number(hue), mode)
}

const luminance = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function contrast(one: Colour, other: Colour) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const seeds = Array.from({ length: 50 }, (_, index) => posterSeedOf(`An evening without a picture, number ${index}`))

test('the tint of a poster is the colour it is drawn on', () => {
  for (const seed of seeds) expect(posterSvg(seed).toLowerCase()).toContain(`fill="${posterTint(seed)}"`)
})

test.each(MODES)('50 events without a picture have a hue, and every text on it keeps its contrast (%s)', (mode) => {
  const hues = seeds.map((seed) => hueOf(posterTint(seed)))
  expect(hues).not.toContain(undefined)
  expect(new Set(hues).size, 'posters differ').toBeGreaterThan(5)
  for (const hue of hues)
    for (const text of ['ink', 'quiet', 'accent-text', 'fact'])
      expect(contrast(token(text, mode), ground(hue ?? 0, mode)), `${text} on hue ${hue}`).toBeGreaterThanOrEqual(4.5)
})

const TEXTS = ['ink', 'quiet', 'accent-text', 'fact', 'danger', 'success']
// The edges of fields and what shows the focus: 3 to 1 is asked for.
const EDGES = ['line-strong', 'focus']

test.each(MODES)('of all 360 hues none takes the contrast from a text, an edge or the focus (%s)', (mode) => {
  const tooLow: string[] = []
  for (let hue = 0; hue < 360; hue++) {
    const behind = groundAt(hue, mode)
    for (const text of TEXTS) if (contrast(token(text, mode), behind) < 4.5) tooLow.push(`${text} at ${hue}`)
    for (const edge of EDGES) if (contrast(token(edge, mode), behind) < 3) tooLow.push(`${edge} at ${hue}`)
  }
  expect(tooLow).toEqual([])
})
