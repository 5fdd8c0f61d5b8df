// A real PostgreSQL on its own port, to be killed and started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CHILD_ENV, findBinaries, findPrefix } from '../../server/db/embedded/binaries.ts'
import { createCluster, DATABASE, readOrCreatePassword, type Programs } from '../../server/db/embedded/cluster.ts'
import { freePort } from '../../server/test-support/free-port.ts'
import { queryOnce } from './query-once.ts'

export class Postgres {
  readonly url: string
  readonly #folder: string
  readonly #programs: Programs
  readonly #port: number
  #child: ChildProcess | undefined

  private constructor(folder: string, programs: Programs, port: number, password: string) {
    this.#folder = folder
    this.#programs = programs
    this.#port = port
    this.url = `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
  }

  static async open(dataDir: string): Promise<Postgres> {
    const folder = join(dataDir, 'postgres')
    mkdirSync(folder, { mode: 0o700 })
    const binDir = findBinaries()
    const programs = { binDir, prefix: await findPrefix(binDir, folder) }
    const password = await readOrCreatePassword(folder)
    await createCluster(folder, programs)
    const postgres = new Postgres(folder, programs, await freePort(), password)
    await postgres.start()
    return postgres
  }

  async start(): Promise<void> {
    const { prefix, binDir } = this.#programs
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 100,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command = '', ...before] = [...prefix, join(binDir, 'postgres'), '-D', join(this.#folder, 'cluster')]
    const child = spawn(command, [...before, ...args], { env: CHILD_ENV, cwd: '/', stdio: 'ignore' })
    this.#child = child
    const until = Date.now() + 60_000
    while (!(await this.#answers())) {
      if (Date.now() > until) throw new Error('PostgreSQL does not start')
      if (child.exitCode !== null) {
        // The sessions of a killed one hold its memory for a moment.
        await wait(200)
        return this.start()
      }
      await wait(50)
    }
  }

  async #answers() {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }

  signal(signal: NodeJS.Signals) {
    this.#child?.kill(signal)
  }

  /** SIGKILL: a crash; SIGINT: the fast shutdown. */
  async stop(signal: NodeJS.Signals = 'SIGINT') {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return queryOnce<T>(this.url, text, values)
  }
}
