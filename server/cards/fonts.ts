// The fonts of share cards: files of npm packages, by path. Latin in the house's own typeface; Greek, Cyrillic, Hebrew,
// Arabic and emoji in Noto's.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { charactersOf } from './font-characters.ts'
import { toTrueType } from './woff.ts'

/** In the order in which they are asked for a character. */
export const FAMILIES = 'Bricolage Grotesque, Noto Sans, Noto Sans Hebrew, Noto Sans Arabic, Noto Color Emoji'

const fileOf = (family: string, script: string, weight = 700) =>
  fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`))

const lettersOf = () => [
  ...['latin', 'latin-ext', 'vietnamese'].map((script) => fileOf('bricolage-grotesque', script)),
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'].map((script) =>
    fileOf('noto-sans', script),
  ),
  fileOf('noto-sans-hebrew', 'hebrew'),
  fileOf('noto-sans-arabic', 'arabic'),
]

const emojiFile = () => fileOf('noto-color-emoji', 'emoji', 400)

type Covers = (codePoint: number) => boolean

export interface Coverage {
  hasLetter: Covers
  hasEmoji: Covers
}

export function readCoverage(): Coverage {
  const coverage = (files: string[]): Covers => {
    const sets = files.map((file) => charactersOf(readFileSync(file)))
    return (codePoint) => sets.some((set) => set.has(codePoint))
  }
  return { hasLetter: coverage(lettersOf()), hasEmoji: coverage([emojiFile()]) }
}

/** As Pango reads it, in the folder. Written each time, and never seen half written: packages may be newer by now. */
function unpack(woff: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, basename(woff).replace(/woff$/, 'ttf'))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, toTrueType(readFileSync(woff)))
  renameSync(draft, file)
  return file
}

export const unpackLetters = (folder: string) => lettersOf().map((file) => unpack(file, folder))

/** By itself: it is larger than all others together, and few titles need it. */
export const unpackEmoji = (folder: string) => unpack(emojiFile(), folder)
