// A machine that runs Hooley: an instance, and a HAProxy of its own that knows where the leader is.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../server/test-support/free-port.ts'
import { fillIn } from '../fill-in.ts'
import { requirePrograms } from '../programs.ts'
import type { Instance, Stack } from '../stack.ts'
import type { Cluster } from './cluster.ts'

export class HooleyMachine {
  readonly port: number
  readonly #stack: Stack<Cluster>
  readonly #folder: string
  readonly #ports: { write: number; read: number }
  readonly #env: Record<string, string>
  #haproxy: ChildProcess | undefined
  #instance: Instance | undefined

  private constructor(
    stack: Stack<Cluster>,
    name: string,
    [port, write, read]: [number, number, number],
    env: Record<string, string>,
  ) {
    this.#stack = stack
    this.port = port
    this.#ports = { write, read }
    this.#env = env
    this.#folder = join(stack.folder, name)
    mkdirSync(this.#folder)
    const values = { ...stack.postgres.values, WRITE_PORT: write, READ_PORT: read }
    writeFileSync(join(this.#folder, 'haproxy.cfg'), fillIn('deploy/cluster/haproxy.cfg', values))
  }

  static async start(stack: Stack<Cluster>, name: string, env: Record<string, string>): Promise<HooleyMachine> {
    const machine = new HooleyMachine(stack, name, [await freePort(), await freePort(), await freePort()], env)
    await machine.start()
    return machine
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  get isUp() {
    return this.#instance !== undefined
  }

  async start() {
    const { haproxy } = requirePrograms('haproxy')
    const file = join(this.#folder, 'haproxy.cfg')
    this.#haproxy = await this.#stack.program([haproxy], ['-db', '-q', '-f', file])
    await this.#leads()
    const { urlAt } = this.#stack.postgres
    this.#instance = await this.#stack.server({
      PORT: String(this.port),
      DATABASE_URL: urlAt(`127.0.0.1:${this.#ports.write}`),
      DATABASE_REPLICA_URL: urlAt(`127.0.0.1:${this.#ports.read}`),
      TRUST_PROXY: '1',
      ...this.#env,
    })
  }

  /** The machine is gone, and everything on it. */
  async kill() {
    const instance = this.#instance
    const haproxy = this.#haproxy
    this.#instance = undefined
    this.#haproxy = undefined
    const gone = haproxy && once(haproxy, 'exit')
    haproxy?.kill('SIGKILL')
    await Promise.all([instance?.end('SIGKILL'), gone])
  }

  async #leads() {
    const connectionString = this.#stack.postgres.urlAt(`127.0.0.1:${this.#ports.write}`)
    for (const until = Date.now() + 20_000; Date.now() < until; await wait(100)) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
      client.on('error', () => undefined)
      if (
        await client.connect().then(
          () => client.end().then(() => true),
          () => false,
        )
      )
        return
    }
    throw new Error('HAProxy leads nowhere.')
  }
}
