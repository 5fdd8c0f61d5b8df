// node-postgres' pool, with what it lacks: several hosts, a question before a connection is handed out, and a life behind
// a pooler that hands each transaction to another connection.
import pg from 'pg'
import { isConnectionLost } from './database-away.ts'

/** The error of a pool whose connections are all in use: no other host would help. */
const ALL_IN_USE = 'timeout exceeded when trying to connect'

export interface PoolOptions extends pg.PoolConfig {
  hosts: string[]
  /** Asked of each connection each time before it is used; what it throws is the caller's, and the connection stays. */
  check?: (client: pg.PoolClient) => Promise<void>
  /** Named statements would be prepared on one connection and looked for on another. */
  withoutNames?: boolean
}

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

export class Pool extends pg.Pool {
  readonly #hosts: string[]
  readonly #check: PoolOptions['check']
  #at = 0

  constructor({ hosts, check, withoutNames, ...config }: PoolOptions) {
    super({ ...config, connectionString: hosts[0] })
    this.#hosts = hosts
    this.#check = check
    if (withoutNames) this.on('connect', forgetNames)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.PoolClient> | void {
    if (this.#hosts.length === 1 && !this.#check) return done ? super.connect(done) : super.connect()
    const client = this.#connectInTurn()
    if (!done) return client
    client.then(
      (client) => done(undefined, client, (error) => client.release(error)),
      (error: Error) => done(error, undefined, () => undefined),
    )
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    for (let tried = 1; ; tried++) {
      const at = this.#at
      try {
        return await this.#checked(await super.connect())
      } catch (error) {
        if (!isConnectionLost(error) || (error as Error).message === ALL_IN_USE) throw error
        // Unless somebody else has moved on already.
        if (this.#at === at) this.#moveOn()
        if (tried >= this.#hosts.length) throw error
      }
    }
  }

  async #checked(client: pg.PoolClient): Promise<pg.PoolClient> {
    try {
      await this.#check?.(client)
      return client
    } catch (error) {
      client.release(isConnectionLost(error))
      throw error
    }
  }

  #moveOn() {
    if (this.#hosts.length === 1) return
    this.#at = (this.#at + 1) % this.#hosts.length
    // What new connections are made from.
    this.options.connectionString = this.#hosts[this.#at]
  }
}

function forgetNames(client: pg.PoolClient) {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...args: unknown[]) => unknown } }
  client.query = ((asked: unknown, ...others: unknown[]) => {
    const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked
    return prototype.query.call(client, isNamed ? { ...asked, name: undefined } : asked, ...others)
  }) as typeof client.query
}
