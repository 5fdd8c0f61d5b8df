// The operator's own colours, from DATA_DIR/site/colours.json: {"accent": ["#d93c20", "#ff6a4d"]}, light and dark. They are refused
// at the start when somebody could not read a text in them.
import { SettingError } from '../config.ts'

type Pair = [light: string, dark: string]

/** Those of app/styles/tokens.css that may be replaced, as they are there (a test compares). */
export const OURS = {
  paper: ['#fbf6ee', '#0e1220'],
  raised: ['#ffffff', '#171c2e'],
  sunken: ['#f3ebdf', '#0a0e19'],
  ink: ['#1a1d29', '#f4efe6'],
  quiet: ['#5d6070', '#a3a8bc'],
  accent: ['#d93c20', '#ff6a4d'],
  'accent-hover': ['#bf3219', '#ff8267'],
  'on-accent': ['#ffffff', '#190703'],
  'accent-text': ['#c23319', '#ff7d62'],
  fact: ['#0b5f5c', '#6fd0c8'],
  'fact-tint': ['#dce9e3', '#1a2a35'],
} satisfies Record<string, Pair>

/** Those that stay: they are seen on the others too. */
export const FIXED = {
  danger: ['#b3261e', '#ff8a80'],
  focus: ['#0b5f5c', '#6fd0c8'],
} satisfies Record<string, Pair>

export type ColourName = keyof typeof OURS
type Seen = ColourName | keyof typeof FIXED

const NAMES = Object.keys(OURS) as ColourName[]
const MODES = ['light', 'dark'] as const

const on = (texts: Seen[], grounds: ColourName[], least: number) =>
  texts.flatMap((text) => grounds.map((ground): [Seen, ColourName, number] => [text, ground, least]))

/** What is seen on what: WCAG 2.2 AA asks for 4.5 where it is a text, for 3 where it is a line. */
const SEEN_ON = [
  ...on(['ink', 'quiet', 'accent-text', 'fact', 'danger'], ['paper', 'raised'], 4.5),
  ...on(['ink'], ['sunken'], 4.5),
  ...on(['on-accent'], ['accent', 'accent-hover'], 4.5),
  ...on(['fact'], ['fact-tint'], 4.5),
  ...on(['accent', 'focus'], ['paper', 'raised'], 3),
]

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((one) => typeof one === 'string' && /^#[0-9a-f]{6}$/i.test(one))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Colours = Partial<Record<ColourName, Pair>>

/** Throws a sentence that names what is wrong. */
export function readColours(json: string): Colours {
  const fail = (sentence: string): never => {
    throw new SettingError(`DATA_DIR/site/colours.json ${sentence}`)
  }
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    fail('is not valid JSON.')
  }
  if (!isObject(given)) return fail('must be an object such as {"accent": ["#d93c20", "#ff6a4d"]}.')
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(OURS, name))
      fail(`names ${JSON.stringify(name.slice(0, 40))}, which is not one of ${NAMES.join(', ')}.`)
    if (!isPair(value)) fail(`must give ${name} two colours, light and dark, such as ["#d93c20", "#ff6a4d"].`)
  }
  const colours = { ...OURS, ...FIXED, ...given } as Record<Seen, Pair>
  for (const [text, ground, least] of SEEN_ON)
    for (const [at, mode] of MODES.entries()) {
      const found = contrast(colours[text][at] ?? '', colours[ground][at] ?? '')
      // Rounded down: what is just too little must not read as enough.
      const shown = Math.floor(found * 10) / 10
      if (found < least)
        fail(`makes ${text} on ${ground} hard to read (${mode}: contrast ${shown}, at least ${least} is needed).`)
    }
  return given
}

/** A style sheet that replaces ours. */
export function colourSheet(colours: Colours): string {
  // As the build writes light-dark(), for browsers that do not know it.
  const lines = Object.entries(colours).map(
    ([name, [light, dark]]) => `--${name}:var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`,
  )
  return `:root{${lines.join(';')}}\n`
}

const current: Record<ColourName, Pair> = { ...OURS }

/** Once, at the start, for emails, cards and embedded pages. */
export const useColours = (colours: Colours): void => void Object.assign(current, colours)

export const lightColour = (name: ColourName): string => current[name][0]
export const darkColour = (name: ColourName): string => current[name][1]
export const lightDark = (name: ColourName) => `light-dark(${current[name].join(',')})`
