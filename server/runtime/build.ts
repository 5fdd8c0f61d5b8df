// Which version runs, for those who look after it: in /api/health, the log, the metrics and on the page of administrators.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

function read(...path: string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Where HEAD points, read from the files of git: a program to start would take a tenth of our own start. */
function commitOfClone(): string | undefined {
  // In a worktree .git is a file that names the folder, and branches are in the folder that `commondir` names.
  const folder = resolve(root, /^gitdir: (.+)$/.exec(read(root, '.git') ?? '')?.[1] ?? '.git')
  const head = read(folder, 'HEAD') ?? ''
  const branch = /^ref: (.+)$/.exec(head)?.[1]
  if (!branch) return head || undefined
  const shared = resolve(folder, read(folder, 'commondir') ?? '.')
  const packed = () =>
    read(shared, 'packed-refs')
      ?.split('\n')
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(' ')[0]
  return read(shared, branch) ?? packed()
}

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>

export const BUILD = {
  name: name ?? '',
  version: version ?? '',
  /** An image has no clone; its build writes the file. */
  commit: (commitOfClone() ?? read(root, 'build/commit') ?? 'unknown').slice(0, 12),
}
