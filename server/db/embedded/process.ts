import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Empty when no such process lives. Only Linux has /proc, and small Debian images have no ps. */
export const commandLineOf = (pid: number): Promise<string> =>
  process.platform === 'linux' ? readCommandLine(pid) : askForCommandLine(pid)

async function readCommandLine(pid: number): Promise<string> {
  // Empty for a dead child that nobody has collected, but also for the instant in which unshare becomes postgres.
  for (let tries = 0; tries < 50; tries += 1) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
    if (command) return command.replaceAll('\0', ' ')
    if (command === null || (await isZombie(pid))) return ''
    await sleep(2)
  }
  return ''
}

const isZombie = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (line) => /^\) [ZX]/.test(line.slice(line.lastIndexOf(')'))),
    () => true,
  )

const askForCommandLine = (pid: number) =>
  promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  )

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: it ended by itself since we looked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
