// A program of a machine: started by us, with its words in a file, and ended by us. Only handles and folders of our own say
// which processes are ours; a pid that somebody wrote into a file may belong to a stranger by now.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

export class Child {
  readonly #process: ChildProcess
  readonly #log: string

  constructor([command = '', ...args]: string[], log: string, env: Record<string, string | undefined> = {}) {
    const file = openSync(log, 'a')
    const { PATH } = process.env
    this.#process = spawn(command, args, { env: { PATH, LC_ALL: 'C.UTF-8', ...env }, stdio: ['ignore', file, file] })
    // Told by `isRunning`.
    this.#process.on('error', () => undefined)
    closeSync(file)
    this.#log = log
  }

  get isRunning() {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.pid !== undefined
  }

  get lastWords() {
    return readFileSync(this.#log, 'utf8').trim().split('\n').slice(-5).join(' | ')
  }

  signal(signal: NodeJS.Signals) {
    if (this.isRunning) this.#process.kill(signal)
  }

  async end(signal: NodeJS.Signals = 'SIGKILL') {
    if (!this.isRunning) return
    const gone = once(this.#process, 'exit')
    this.#process.kill(signal)
    await gone
  }
}

/** Every process that works in this folder: PostgreSQL and all its sessions are in their data folder. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return pid !== process.pid && readlinkSync(`/proc/${pid}/cwd`) === folder
      } catch {
        return false
      }
    })
}

/** The oldest is the postmaster, which goes first: it would replace the others. */
export function signalAll(folder: string, signal: NodeJS.Signals) {
  for (const pid of processesIn(folder).sort((a, b) => a - b)) {
    try {
      process.kill(pid, signal)
    } catch {
      // Already gone.
    }
  }
}
