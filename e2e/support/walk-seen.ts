// What this run has walked over already, in any journey and by any worker: files in its own folder, which Playwright empties
// when a run begins. So a journey that runs by itself, or once more, walks over everything.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test, type FullConfig } from '@playwright/test'
import type { Screen } from './walk-tools.ts'

/** As much of a Set as is needed. */
export interface Seen {
  has: (key: string) => boolean
  add: (key: string) => void
}

const folderIn = (outputDir: string) => path.join(outputDir, '.walked')
const logIn = (outputDir: string) => path.join(folderIn(outputDir), 'walks.jsonl')

const fileOf = (key: string) =>
  path.join(folderIn(test.info().project.outputDir), createHash('sha256').update(key).digest('hex').slice(0, 32))

/** `first`: nobody was at that address or in that dialog; `new`: in this window it shows a kind of thing that was not there. */
export type State = 'first' | 'new' | 'known'

interface Walked {
  kinds: string[]
  widths: number[]
}

export const screensOfThisRun = (of: string) => ({
  stateOf({ at, kinds }: Screen, width: number): State {
    const folder = fileOf(`${of} ${at}`)
    if (!existsSync(folder)) return 'first'
    const walks = readdirSync(folder)
      .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Walked)
      .filter((walked) => walked.widths.includes(width))
    const seen = new Set(walks.flatMap((walked) => walked.kinds))
    return kinds.every((kind) => seen.has(kind)) ? 'known' : 'new'
  },
  add({ at, kinds }: Screen, widths: number[]) {
    const folder = fileOf(`${of} ${at}`)
    mkdirSync(folder, { recursive: true })
    const written = fileOf(`${of} ${at} ${widths.join()} ${kinds.join()} ${process.pid}`)
    writeFileSync(written, JSON.stringify({ kinds, widths } satisfies Walked))
    // Another worker never reads half of it.
    renameSync(written, path.join(folder, path.basename(written)))
  },
})

export const seenInThisRun = (what: 'focus' | 'checked' | 'forced colours' | 'around'): Seen => ({
  has: (key) => existsSync(fileOf(`${what} ${key}`)),
  add: (key) => {
    mkdirSync(folderIn(test.info().project.outputDir), { recursive: true })
    writeFileSync(fileOf(`${what} ${key}`), '')
  },
})

interface Walk {
  what: string
  state: State
  ms: number
}

export function logWalk(walk: Walk) {
  const { outputDir } = test.info().project
  mkdirSync(folderIn(outputDir), { recursive: true })
  appendFileSync(logIn(outputDir), `${JSON.stringify(walk)}\n`)
}

/** Playwright's global teardown: what the walks of a run took. */
export default function countWalks({ projects }: FullConfig) {
  const log = projects.map(({ outputDir }) => logIn(outputDir)).find((file) => existsSync(file))
  if (!log) return
  const walks = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Walk)
  const told = (['first', 'new', 'known'] as const).map((state) => {
    const its = walks.filter((walk) => walk.state === state)
    const seconds = Math.round(its.reduce((sum, { ms }) => sum + ms, 0) / 1_000)
    return `${its.length} ${state} (${seconds} s)`
  })
  console.log(`Walks over screens and dialogs, and over states of them: ${told.join(', ')}`)
}
