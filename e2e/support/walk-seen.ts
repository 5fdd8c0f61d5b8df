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

/** `first`: nobody was at that address or in that dialog; `new`: it shows a kind of thing that was not there before. */
export type State = 'first' | 'new' | 'known'

export const screensOfThisRun = (of: string) => ({
  stateOf({ at, kinds }: Screen): State {
    const folder = fileOf(`${of} ${at}`)
    if (!existsSync(folder)) return 'first'
    const files = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
    const walked = new Set(files.flatMap((text) => JSON.parse(text) as string[]))
    return kinds.every((kind) => walked.has(kind)) ? 'known' : 'new'
  },
  add({ at, kinds }: Screen) {
    const folder = fileOf(`${of} ${at}`)
    mkdirSync(folder, { recursive: true })
    const written = fileOf(`${of} ${at} ${kinds.join()} ${process.pid}`)
    writeFileSync(written, JSON.stringify(kinds))
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
