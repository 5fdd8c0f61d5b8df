// The version before and this one side by side on one database, then one step back: from git history, so that it is the
// program that people really run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { audit, Bookers } from './bookers.ts'
import { Missing, type Outcome, type Scenario } from './scenario.ts'
import { Stack, type Instance } from './stack.ts'

const PEOPLE = 12
const EACH_MS = 3_000
const JOURNAL = 'server/db/migrations/meta/_journal.json'

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The last commit with another database than this one's. */
function commitBefore(): string {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true')
      throw new Missing('this clone is shallow, and has no version before: git fetch --unshallow')
    return git('rev-parse', `${git('log', '-1', '--format=%H', '--', JOURNAL)}^`)
  } catch (error) {
    if (error instanceof Missing) throw error
    throw new Missing('this is no clone of git, and has no version before')
  }
}

type Packages = Record<string, { version?: string }>

/** Built as `npm start` would. The packages are ours, so that a version that needs others cannot be run here. */
function checkOut(commit: string, folder: string) {
  const locked = 'package-lock.json'
  const packagesOf = (text: string) => {
    const { '': _own, ...packages } = (JSON.parse(text) as { packages: Packages }).packages
    return packages
  }
  const ours = packagesOf(readFileSync(locked, 'utf8'))
  const theirs = Object.entries(packagesOf(git('show', `${commit}:${locked}`)))
  if (theirs.some(([name, { version }]) => ours[name]?.version !== version))
    throw new Missing(`the version before (${commit.slice(0, 8)}) needs other packages`)
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  execFileSync('npm', ['run', 'build'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

async function sideBySide(): Promise<Outcome> {
  const commit = commitBefore()
  return Stack.with(async (stack) => {
    const folder = join(stack.folder, 'before')
    checkOut(commit, folder)
    const startOld = () => stack.server({}, [], folder)
    let instances: Instance[] = [await startOld()]
    const accounts = await stack.accounts(PEOPLE)
    const eventId = await stack.event(accounts[0]!, 1_000_000)
    const bookers = new Bookers()
    let turn = 0
    bookers.start(accounts, eventId, () => instances[turn++ % instances.length]!.url)
    const steps: [string, number][] = []
    const during = async (step: string) => {
      const before = bookers.answered.length
      await wait(EACH_MS)
      steps.push([step, bookers.answered.length - before])
    }
    await during('old alone')
    // It migrates, while the old one books.
    const [old] = instances as [Instance]
    const fresh = await stack.server()
    instances = [old, fresh]
    await during('both')
    instances = [fresh]
    await old.end('SIGTERM')
    await during('new alone')
    // One step back: what the new one has migrated and written is still the old one's too.
    const back = await startOld()
    instances = [back, fresh]
    await during('both again')
    instances = [back]
    await fresh.end('SIGTERM')
    await during('one step back')
    await bookers.stop()
    return {
      times: `version ${commit.slice(0, 8)}`,
      seen: steps.map(([step, count]) => `${step}: ${count} bookings`).join(', '),
      lost: [
        ...(await audit(stack, bookers)),
        ...steps.filter(([, count]) => count === 0).map(([step]) => `nothing was booked: ${step}`),
        ...(bookers.statuses.has(500) ? [`${bookers.statuses.get(500)} answers with 500`] : []),
      ],
    }
  })
}

export const versionBefore: Scenario[] = [
  {
    name: 'version-before',
    did: 'the version before beside this one on one database, then back to it',
    run: sideBySide,
  },
]
