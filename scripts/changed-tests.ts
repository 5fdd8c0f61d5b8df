// `npm test -- --changed [commit]`: the tests of what was changed since a commit; without one, what is not committed yet, or
// else the last commit. By folder, not by imports: almost every test of the server imports all of it.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

export function changedFiles(since: string | undefined): string[] {
  const untracked = () => git('ls-files', '--others', '--exclude-standard')
  if (since) return [...new Set([...git('diff', '--name-only', since), ...untracked()])]
  const open = [...git('diff', '--name-only', 'HEAD'), ...untracked()]
  return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

/** The noun that a file is about: `door` for server/modules/door/scans.ts, contract/door.ts and e2e/door.spec.ts. */
function nounOf(file: string): string | null {
  const [, noun] =
    /^(?:server\/modules|app\/features)\/([^/]+)\//.exec(file) ??
    /^(?:contract|e2e)\/([^/.]+)\./.exec(file) ??
    /^app\/(door)\//.exec(file) ??
    []
  return noun ?? null
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Tests about the whole contract, which notice a call, a table or an email that nothing was said about. */
const WHOLE = ['authorization', 'bounds', 'cures', 'mail-table', 'db/schema'].map((name) => `server/${name}.test.ts`)

export function testsFor(changed: string[], find = globSync): { unit: string[]; journeys: string[] } {
  const unit = new Set<string>()
  const journeys = new Set<string>()
  const addAll = (into: Set<string>, ...patterns: string[]) => {
    for (const file of find(patterns)) into.add(file)
  }
  for (const file of changed) {
    if (isTest(file)) addAll(unit, file)
    else if (/\.spec\.ts$/.test(file)) addAll(journeys, file)
    else {
      if (/^(server|app|contract|scripts)\//.test(file)) addAll(unit, `${path.dirname(file)}/*.test.{ts,tsx}`)
      const noun = nounOf(file)
      if (noun) {
        addAll(unit, `{server/modules,app/features}/${noun}/*.test.{ts,tsx}`, `contract/${noun}*.test.ts`)
        addAll(journeys, `e2e/${noun}*.spec.ts`)
      }
      if (/^(server|contract)\//.test(file)) addAll(unit, ...WHOLE)
    }
  }
  return { unit: [...unit].sort(), journeys: [...journeys].sort() }
}

/** For what looks at single files: those that are still there. */
export const stillThere = (files: string[]) => files.filter((file) => existsSync(file))
