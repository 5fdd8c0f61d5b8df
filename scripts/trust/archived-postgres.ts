// A PostgreSQL of Debian whose every write pgBackRest archives, with the very file of deploy/cluster.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../server/test-support/free-port.ts'
import { Child } from './failover/child.ts'
import { asPostgres, giveToPostgres } from './failover/machine.ts'
import { fillIn, readEnv } from './fill-in.ts'
import { requirePrograms } from './programs.ts'
import { queryOnce } from './query-once.ts'
import type { Database } from './stack.ts'

const SECRET = 'trust'

/** May be restored beside itself. */
export class Archived implements Database {
  readonly #folder: string
  readonly #port: number
  readonly #programs: { pgbackrest: string; postgres: string }
  #data: string
  #child: Child | undefined

  private constructor(folder: string, port: number, programs: { pgbackrest: string; postgres: string }) {
    this.#folder = folder
    this.#port = port
    this.#programs = programs
    this.#data = join(folder, 'first')
  }

  static async in(folder: string): Promise<Archived> {
    chmodSync(folder, 0o711)
    const inside = join(folder, 'archived')
    mkdirSync(join(inside, 'backups'), { recursive: true })
    return new Archived(inside, await freePort(), requirePrograms('pgbackrest', 'postgres'))
  }

  get url() {
    return `postgres://postgres:${SECRET}@127.0.0.1:${this.#port}/hooley`
  }

  get #file() {
    return join(this.#folder, 'pgbackrest.conf')
  }

  async create() {
    writeFileSync(join(this.#folder, 'password'), SECRET)
    this.#configure()
    giveToPostgres(this.#folder)
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${join(this.#folder, 'password')}`]
    await this.#run([join(dirname(this.#programs.postgres), 'initdb'), '-D', this.#data, '-E', 'UTF8', ...options])
    // pgBackRest asks through the socket, as the same user of the machine.
    const hba = `local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n`
    writeFileSync(join(this.#data, 'pg_hba.conf'), hba)
    await this.start()
    const admin = new pg.Client(this.url.replace(/hooley$/, 'postgres'))
    await admin.connect()
    await admin.query('create database hooley')
    await admin.end()
  }

  #configure() {
    const values = {
      ...readEnv(readFileSync('deploy/cluster/cluster.env', 'utf8')),
      DATA: this.#data,
      POSTGRES_PORT: this.#port,
      SOCKETS: this.#folder,
      BACKUPS: join(this.#folder, 'backups'),
      BACKUP_LOG: this.#folder,
      BACKUP_LOCK: join(this.#folder, 'locks'),
    }
    writeFileSync(this.#file, fillIn('deploy/cluster/pgbackrest.conf', values))
  }

  async start() {
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.#folder,
      archive_mode: 'on',
      wal_level: 'replica',
      archive_timeout: 60,
      archive_command: `${this.#programs.pgbackrest} --config=${this.#file} --stanza=hooley archive-push %p`,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = asPostgres([this.#programs.postgres, '-D', this.#data, ...flags])
    this.#child = new Child(command, join(this.#folder, 'postgres.log'))
    for (const until = Date.now() + 60_000; Date.now() < until; await wait(50)) {
      if (await this.#isOpen()) return
      if (!this.#child.isRunning) break
    }
    throw new Error(`PostgreSQL does not start: ${this.#child.lastWords}`)
  }

  /** Out of recovery: a restored one is only readable until it has reached its moment. */
  async #isOpen() {
    try {
      const [row] = await this.query<{ open: boolean }>('select not pg_is_in_recovery() as open', [], 'postgres')
      return row?.open === true
    } catch {
      return false
    }
  }

  backrest = (...args: string[]) =>
    this.#run([this.#programs.pgbackrest, `--config=${this.#file}`, '--stanza=hooley', ...args])

  async #run(command: string[]) {
    const [program = '', ...args] = asPostgres(command)
    return promisify(execFile)(program, args, { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, cwd: this.#folder })
  }

  /** Beside what is there, which is kept for looking at the mistake. */
  async restore(moment: string) {
    await this.stop()
    this.#data = join(this.#folder, 'restored')
    mkdirSync(this.#data, { mode: 0o700 })
    this.#configure()
    giveToPostgres(this.#data)
    await this.backrest('restore', '--type=time', `--target=${moment}`, '--target-action=promote')
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = [], database = 'hooley'): Promise<T[]> {
    return queryOnce<T>(this.url.replace(/hooley$/, database), text, values)
  }

  async stop() {
    await this.#child?.end('SIGINT')
  }
}
