// Ends a backend just before the n-th statement that a pool sends, for any n: a connection lost at every await.
import pg from 'pg'
import { PUBLISH } from '../cache/change-message.ts'

/** 'noticed': the client has heard of its end before the statement; 'unnoticed': the statement runs into it. */
export type Loss = 'noticed' | 'unnoticed'

type Query = (...args: unknown[]) => Promise<unknown>

// Fire and forget, retried by itself: no await of a command.
const isNews = (text: unknown, args: unknown[]) => text === PUBLISH && typeof args.at(-1) === 'function'

export async function connectionKiller(pool: pg.Pool, databaseUrl: string) {
  const admin = new pg.Client({ connectionString: databaseUrl, application_name: 'killer' })
  await admin.connect()
  let until = Infinity
  let loss: Loss = 'noticed'

  const kill = async (client: pg.PoolClient & { processID: number }) => {
    const gone = new Promise((resolve) => client.once('end', resolve))
    await admin.query('select pg_terminate_backend($1, 5000)', [client.processID])
    if (loss === 'noticed') await gone
  }

  const watched = new WeakSet<pg.PoolClient>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as unknown as Query
    const killed: Query = async (...args) => {
      // What a command left behind may come after the test is over, and the killer with it.
      await kill(client as pg.PoolClient & { processID: number }).catch(() => undefined)
      return query(...args)
    }
    client.query = ((...args: unknown[]) => {
      const [asked] = args
      const text = typeof asked === 'string' ? asked : (asked as { text?: string }).text
      if (isNews(text, args) || --until !== 0) return query(...args)
      return killed(...args)
    }) as typeof client.query
  }
  pool.on('connect', watch)
  pool.on('acquire', watch)

  return {
    /** Runs it with the connection lost before its n-th statement; says whether it had that many. */
    async during<T>(n: number, how: Loss, run: () => Promise<T>): Promise<{ result: T; happened: boolean }> {
      until = n
      loss = how
      try {
        const result = await run()
        return { result, happened: until <= 0 }
      } finally {
        until = Infinity
      }
    },
    close: () => admin.end(),
  }
}
