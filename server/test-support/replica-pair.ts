// A leader and a streaming replica of it, for one test file: real PostgreSQL, each to be stopped, held back and started.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CHILD_ENV, findBinaries, findPrefix } from '../db/embedded/binaries.ts'
import { createCluster, DATABASE, readOrCreatePassword, type Programs } from '../db/embedded/cluster.ts'
import { giveToOwner } from '../db/embedded/lock.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { freePort } from './free-port.ts'

const START_MS = 60_000

export class Node {
  readonly url: string
  readonly #folder: string
  readonly #port: number
  readonly #programs: Programs
  readonly #isSafe: boolean
  #child: ChildProcess | undefined

  constructor(folder: string, port: number, password: string, programs: Programs, isSafe: boolean) {
    this.#folder = folder
    this.#port = port
    this.#programs = programs
    this.#isSafe = isSafe
    this.url = `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
  }

  async start() {
    const { binDir, prefix } = this.#programs
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '16MB',
      // What is tested is who has seen what, not what a crash leaves.
      fsync: this.#isSafe ? 'on' : 'off',
      max_standby_streaming_delay: '-1',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command = '', ...before] = [...prefix, join(binDir, 'postgres'), '-D', join(this.#folder, 'cluster')]
    this.#child = spawn(command, [...before, ...args], { env: CHILD_ENV, cwd: '/', stdio: 'ignore' })
    const until = Date.now() + START_MS
    while (!(await this.query('select 1').catch(() => null))) {
      if (Date.now() > until || this.#child.exitCode !== null) throw new Error('PostgreSQL does not start')
      await wait(50)
    }
  }

  async stop() {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    await gone
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 3_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

export interface Pair {
  leader: Node
  replica: Node
  /** Both, with a place first where nobody answers, as one address. */
  severalHosts: string
  /** Waits until the replica shows all that was committed. */
  caughtUp: () => Promise<void>
  /** Nothing of what is committed from now on is seen on the replica. */
  holdBack: () => Promise<void>
  goOn: () => Promise<void>
  close: () => Promise<void>
}

/** The replica is a copy of the leader's folder, made before it was ever started. Safe: it waits for its disks. */
export async function startPair({ isSafe = false } = {}): Promise<Pair> {
  const root = await mkdtemp(join(tmpdir(), 'hooley-pair-'))
  const [first, second] = [join(root, 'leader'), join(root, 'replica')]
  await mkdir(first, { mode: 0o700 })
  giveToOwner(root, first)
  const binDir = findBinaries()
  const programs = { binDir, prefix: await findPrefix(binDir, first) }
  const password = await readOrCreatePassword(first)
  await createCluster(first, programs)
  await cp(first, second, { recursive: true })
  const port = await freePort()
  const signal = join(second, 'cluster/standby.signal')
  const settings = join(second, 'cluster/postgresql.auto.conf')
  const source = `host=127.0.0.1 port=${port} user=${DATABASE} password=${password}`
  await writeFile(signal, '')
  await writeFile(settings, `primary_conninfo = '${source}'\nhot_standby = on\n`)
  giveToOwner(second, signal, settings)
  const leader = new Node(first, port, password, programs, isSafe)
  const copied = { binDir, prefix: await findPrefix(binDir, second) }
  const replica = new Node(second, await freePort(), password, copied, isSafe)
  await leader.start()
  await migrateDatabase(leader.url)
  await replica.start()
  const portOf = ({ url }: Node) => `127.0.0.1:${new URL(url).port}`
  const until = async (node: Node, condition: string, values: unknown[] = []) => {
    while (!(await node.query<{ yes: boolean }>(`select ${condition} as yes`, values))[0]?.yes) {
      // It looks at what was asked of it when something comes in.
      if (node === replica) await leader.query(`select pg_logical_emit_message(false, 'hooley', '')`)
      await wait(10)
    }
  }
  const caughtUp = async () => {
    const [row] = await leader.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
    await until(replica, 'pg_last_wal_replay_lsn() >= $1::pg_lsn', [row?.lsn])
  }
  return {
    leader,
    replica,
    severalHosts: leader.url.replace(portOf(leader), ['127.0.0.1:1', portOf(replica), portOf(leader)].join()),
    caughtUp,
    async holdBack() {
      await caughtUp()
      await replica.query('select pg_wal_replay_pause()')
      await until(replica, `pg_get_wal_replay_pause_state() = 'paused'`)
    },
    async goOn() {
      await replica.query('select pg_wal_replay_resume()')
      await caughtUp()
    },
    async close() {
      await Promise.all([replica.stop(), leader.stop()])
      await rm(root, { recursive: true, force: true })
    },
  }
}
