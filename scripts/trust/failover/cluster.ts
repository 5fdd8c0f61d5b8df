// Three database machines with the very files of deploy/cluster, on the loopback, in their own folder.
import { chmodSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { freePort } from '../../../server/test-support/free-port.ts'
import { readEnv, type Values } from '../fill-in.ts'
import { requirePrograms } from '../programs.ts'
import { queryOnce } from '../query-once.ts'
import type { Database } from '../stack.ts'
import { Machine } from './machine.ts'

const ADDRESSES = ['127.0.0.11', '127.0.0.12', '127.0.0.13']
const SECRET = 'trust'
const START_MS = 120_000

export class Cluster implements Database {
  readonly machines: Machine[]
  readonly values: Values

  private constructor(folder: string, values: Values) {
    this.values = values
    const { etcd, patroni } = requirePrograms('etcd', 'patroni', 'postgres')
    this.machines = ADDRESSES.map(
      (address, n) => new Machine(folder, { etcd, patroni }, { ...values, NAME: `db${n + 1}`, ADDRESS: address }),
    )
  }

  /** Nothing runs yet, but its holder can stop it from now on. */
  static async in(folder: string, settings: Values = {}): Promise<Cluster> {
    const { postgres } = requirePrograms('postgres')
    chmodSync(folder, 0o711)
    const ports: Values = {}
    for (const name of ['POSTGRES_PORT', 'REST_PORT', 'ETCD_PORT', 'PEER_PORT']) ports[name] = await freePort()
    const passwords = ['SUPERUSER', 'REPLICATION', 'REWIND', 'REST'].map((who) => [`${who}_PASSWORD`, SECRET])
    return new Cluster(folder, {
      ...readEnv(readFileSync('deploy/cluster/cluster.env', 'utf8')),
      ...ports,
      ...(Object.fromEntries(passwords) as Values),
      ...Object.fromEntries(ADDRESSES.map((address, n) => [`DB${n + 1}`, address])),
      BIN: dirname(postgres),
      NETWORK: '127.0.0.0/8',
      WATCHDOG: 'off',
      ARCHIVE_COMMAND: '/bin/true',
      ...settings,
    })
  }

  async start() {
    for (const machine of this.machines) machine.startEtcd()
    await this.#until('etcd elects nobody', async () => (await this.#statusOf(this.#etcdUrl)) === 200)
    const [first, ...others] = this.machines as [Machine, ...Machine[]]
    first.startPatroni()
    await this.#until('PostgreSQL does not start', async () => (await this.leader()) !== undefined)
    for (const machine of others) machine.startPatroni()
    await this.settled()
    await this.query(`create role hooley login password '${SECRET}'`, [], 'postgres')
    // So that it sees which leader a replica follows.
    await this.query('grant pg_monitor to hooley', [], 'postgres')
    await this.query('create database hooley owner hooley', [], 'postgres')
  }

  get #etcdUrl() {
    return `http://${this.machines[0]?.address}:${this.values.ETCD_PORT}/health`
  }

  /** Straight to the first machine; instances go through their HAProxy. */
  get url() {
    return this.urlAt(`${this.machines[0]?.address}:${this.values.POSTGRES_PORT}`)
  }

  urlAt = (hostAndPort: string) => `postgres://hooley:${SECRET}@${hostAndPort}/hooley`

  /** The one that Patroni gives the writes to. */
  async leader(): Promise<Machine | undefined> {
    const statuses = await Promise.all(this.machines.map(({ rest }) => this.#statusOf(`${rest}/primary`)))
    return this.machines[statuses.indexOf(200)]
  }

  async synchronousStandby(): Promise<Machine | undefined> {
    const statuses = await Promise.all(this.machines.map(({ rest }) => this.#statusOf(`${rest}/synchronous`)))
    return this.machines[statuses.indexOf(200)]
  }

  /** All three run and stream, one of them synchronously: what the next fault may take away. */
  settled = () =>
    this.#until('the cluster does not come to rest', async () => {
      for (const machine of this.machines) {
        machine.startEtcd()
        machine.startPatroni()
      }
      const [row] = await this.query<{ streaming: number; synchronous: number }>(
        `select count(*) filter (where state = 'streaming')::int as streaming,
           count(*) filter (where sync_state = 'sync')::int as synchronous
         from pg_stat_replication where application_name like 'db_'`,
        [],
        'postgres',
      )
      return row?.streaming === 2 && row.synchronous === 1
    })

  async switchover() {
    const [from, to] = await Promise.all([this.leader(), this.synchronousStandby()])
    const answer = await fetch(`${from?.rest}/switchover`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`patroni:${SECRET}`).toString('base64')}`,
      },
      body: JSON.stringify({ leader: from?.name, candidate: to?.name }),
    })
    if (answer.status !== 200) throw new Error(`The switchover was refused: ${await answer.text()}`)
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = [], as = 'hooley'): Promise<T[]> {
    const leader = await this.leader()
    if (!leader) throw new Error('The cluster has no leader.')
    const config = {
      host: leader.address,
      port: Number(this.values.POSTGRES_PORT),
      user: as,
      database: as,
      password: SECRET,
      connectionTimeoutMillis: 3_000,
      query_timeout: 30_000,
    }
    return queryOnce<T>(config, text, values)
  }

  async stop() {
    for (const machine of this.machines) machine.thawPostgres()
    await Promise.all(this.machines.map((machine) => machine.kill()))
  }

  async #statusOf(url: string): Promise<number> {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1_500) })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  async #until(otherwise: string, isTrue: () => Promise<boolean>) {
    for (const until = Date.now() + START_MS; Date.now() < until; await wait(250))
      if (await isTrue().catch(() => false)) return
    throw new Error(`${otherwise}: ${this.machines.map(({ name, lastWords }) => `${name}: ${lastWords}`).join('; ')}`)
  }
}
