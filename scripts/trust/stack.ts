// Everything a scenario needs, in its own folder that is gone afterwards: PostgreSQL, servers, other programs.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../../server/test-support/free-port.ts'
import { NODE_FLAGS, PROGRAM } from '../start-line.ts'
import { Postgres } from './postgres.ts'
import { Missing } from './scenario.ts'

export interface Instance {
  url: string
  port: number
  pid: number
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface Account {
  id: number
  token: string
}

/** What the servers of a stack use, and what its people and events are written into. */
export interface Database {
  readonly url: string
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  stop(signal?: NodeJS.Signals): Promise<void>
}

const START_MS = 60_000

export class Stack<D extends Database = Postgres> {
  readonly folder: string
  readonly postgres: D
  readonly #children = new Set<ChildProcess>()
  readonly #programs = new Set<ChildProcess>()

  private constructor(folder: string, postgres: D) {
    this.folder = folder
    this.postgres = postgres
  }

  static readonly #open = new Set<Stack<Database>>()

  static async open<D extends Database>(database: (folder: string) => D | Promise<D>): Promise<Stack<D>> {
    const folder = await mkdtemp(join(tmpdir(), 'hooley-trust-'))
    const stack = new Stack(folder, await database(folder))
    Stack.#open.add(stack)
    return stack
  }

  /** An interrupted run leaves nothing behind. */
  static closeAll = () => Promise.all([...Stack.#open].map((stack) => stack.close()))

  /** Opens, works, and clears up whatever happens. */
  static with<T>(work: (stack: Stack) => Promise<T>): Promise<T> {
    return Stack.on((folder) => Postgres.open(folder), work)
  }

  /** The same on another database. */
  static async on<D extends Database, T>(
    database: (folder: string) => D | Promise<D>,
    work: (stack: Stack<D>) => Promise<T>,
  ): Promise<T> {
    const stack = await Stack.open(database)
    try {
      return await work(stack)
    } finally {
      await stack.close()
    }
  }

  /** A server of the product; `wrap` is a command line that starts it, `cwd` the folder of another version. */
  async server(env: Record<string, string> = {}, wrap: string[] = [], cwd = process.cwd()): Promise<Instance> {
    const port = Number(env.PORT ?? (await freePort()))
    const settings = {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(this.folder, 'data'),
      DATABASE_URL: this.postgres.url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...env,
    }
    const [command = '', ...args] = [...wrap, process.execPath, ...NODE_FLAGS, PROGRAM]
    const child = spawn(command, args, { env: settings, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
    this.#children.add(child)
    const url = `http://127.0.0.1:${port}`
    const until = Date.now() + START_MS
    while (!said.join('').includes('Hooley is ready')) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`The server does not start: ${said.join('')}`)
      await wait(50)
    }
    return { url, port, pid: child.pid ?? 0, end: (signal) => this.#end(child, signal) }
  }

  async program(paths: string[], args: string[]): Promise<ChildProcess> {
    const path = paths.find((one) => existsSync(one))
    if (!path) throw new Missing(`${paths[0]} is not installed`)
    const child = spawn(path, args, { stdio: 'ignore', cwd: this.folder })
    this.#programs.add(child)
    await once(child, 'spawn')
    return child
  }

  async #end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const gone = once(child, 'exit')
    child.kill(signal)
    const [code] = (await gone) as [number | null]
    this.#children.delete(child)
    this.#programs.delete(child)
    return code
  }

  /** Accounts with a session each, straight into the database. */
  async accounts(count: number): Promise<Account[]> {
    const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
    const emails = tokens.map((token) => `${token.replace(/[^A-Za-z0-9]/g, 'x')}@example.org`)
    const rows = await this.postgres.query<{ id: number; place: number }>(
      `with made as (
         insert into users (email, first_name, last_name)
         select email, 'Nora', 'Byrne' from unnest($1::text[]) email returning id, email)
       , held as (
         insert into sessions (token_hash, user_id, expires_at)
         select given.hash, made.id, now() + interval '1 day'
         from unnest($1::text[], $2::bytea[]) as given (email, hash) join made on made.email = given.email)
       select made.id, array_position($1::text[], made.email) as place from made order by 2`,
      [emails, hashes],
    )
    return rows.map(({ id }, index) => ({ id, token: tokens[index] ?? '' }))
  }

  async event(creator: Account, capacity: number): Promise<number> {
    const rows = await this.postgres.query<{ id: number }>(
      `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
       values ($1, 'Trust Ceilidh', 'Everybody comes.', 'Dublin', now() + interval '1 day', now() + interval '2 days',
         'Europe/Dublin', 'published', $2) returning id`,
      [creator.id, capacity],
    )
    return rows[0]?.id ?? 0
  }

  async close() {
    Stack.#open.delete(this)
    await Promise.all([
      ...[...this.#children].map((child) => this.#end(child, 'SIGKILL')),
      // Killed, nginx would leave its workers behind.
      ...[...this.#programs].map((child) => this.#end(child, 'SIGTERM')),
    ])
    await this.postgres.stop('SIGQUIT')
    await rm(this.folder, { recursive: true, force: true })
  }
}
