// One of three database machines: etcd, Patroni and its PostgreSQL, at its own address on the loopback. What happens
// to a machine happens to all three of them at once.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillIn, readEnv, type Values } from '../fill-in.ts'
import { Child, processesIn, signalAll } from './child.ts'

export interface Places {
  etcd: string
  patroni: string
}

/** PostgreSQL does not run as root. */
const AS_POSTGRES =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []

export function giveToPostgres(folder: string) {
  if (AS_POSTGRES.length > 0) execFileSync('chown', ['-R', 'postgres:postgres', folder])
}

export const asPostgres = (command: string[]) => [...AS_POSTGRES, ...command]

export class Machine {
  readonly name: string
  readonly address: string
  readonly #folder: string
  readonly #programs: Places
  readonly #values: Values
  #etcd: Child | undefined
  #patroni: Child | undefined

  constructor(folder: string, programs: Places, values: Values) {
    this.name = String(values.NAME)
    this.address = String(values.ADDRESS)
    this.#folder = join(folder, this.name)
    this.#programs = programs
    this.#values = { ...values, DATA: this.#data, SOCKETS: this.#folder, ETCD_DATA: join(this.#folder, 'etcd') }
    mkdirSync(this.#folder, { mode: 0o755 })
    writeFileSync(this.configuration, fillIn('deploy/cluster/patroni.yml', this.#values))
    giveToPostgres(this.#folder)
  }

  get #data() {
    return join(this.#folder, 'data')
  }

  get configuration() {
    return join(this.#folder, 'patroni.yml')
  }

  /** Patroni is asked here. */
  get rest() {
    return `http://${this.address}:${this.#values.REST_PORT}`
  }

  get isUp() {
    return Boolean(this.#patroni?.isRunning)
  }

  get lastWords() {
    return this.#patroni?.lastWords ?? ''
  }

  startEtcd() {
    if (this.#etcd?.isRunning) return
    const env = readEnv(fillIn('deploy/cluster/etcd.env', this.#values))
    this.#etcd = new Child(asPostgres([this.#programs.etcd]), join(this.#folder, 'etcd.log'), env)
  }

  startPatroni() {
    if (this.#patroni?.isRunning) return
    const command = asPostgres([this.#programs.patroni, this.configuration])
    // It keeps its passwords at home.
    this.#patroni = new Child(command, join(this.#folder, 'patroni.log'), { HOME: this.#folder })
  }

  async killEtcd() {
    await this.#etcd?.end('SIGKILL')
  }

  /** The power is gone. */
  async kill() {
    await Promise.all([this.#patroni?.end('SIGKILL'), this.#etcd?.end('SIGKILL'), this.killPostgres()])
  }

  /** PostgreSQL alone, with everybody who is connected; Patroni sees it and does what it thinks right. */
  async killPostgres() {
    for (const until = Date.now() + 10_000; Date.now() < until; await wait(20)) {
      if (processesIn(this.#data).length === 0) return
      signalAll(this.#data, 'SIGKILL')
    }
    throw new Error(`PostgreSQL of ${this.name} does not die.`)
  }

  /** A disk that hangs: nobody answers, nothing is lost, and Patroni lives. */
  freezePostgres = () => signalAll(this.#data, 'SIGSTOP')
  thawPostgres = () => signalAll(this.#data, 'SIGCONT')
}
