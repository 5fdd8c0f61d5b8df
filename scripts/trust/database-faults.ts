// The database away for a while, silent for a while, and without a free connection.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { audit, Bookers } from './bookers.ts'
import { ms, percentile, type Outcome, type Scenario } from './scenario.ts'
import { Stack, type Instance } from './stack.ts'

const AWAY_MS = 10_000
// Reads wait for eight seconds to hear who asks (server/db/retry-while-away.ts).
const QUICK_MS = 10_000

interface Answer {
  status: number
  retryAfter: string | null
  took: number
}

async function ask(url: string, token: string): Promise<Answer> {
  const from = performance.now()
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), took: performance.now() - from }
  } catch {
    return { status: 0, retryAfter: null, took: performance.now() - from }
  }
}

const PATHS = ['/api/tickets', '/api/all-events?limit=5', '/api/users/profile', '/api/ready/write']

const complaints = (answers: Answer[]) => [
  ...(answers.some(({ status }) => ![200, 503].includes(status))
    ? [`answers other than 200 and 503: ${[...new Set(answers.map(({ status }) => status))].join(', ')}`]
    : []),
  ...(answers.some(({ status, retryAfter }) => status === 503 && !retryAfter) ? ['a 503 without Retry-After'] : []),
  ...(answers.some(({ status }) => status === 503) ? [] : ['nobody was told that the database is away']),
]

async function recovery({ url }: Instance, token: string): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < 15_000) {
    const answers = await Promise.all(PATHS.map((path) => ask(url + path, token)))
    if (answers.every(({ status }) => status === 200)) return performance.now() - from
    await wait(100)
  }
  return Infinity
}

async function away(
  stack: Stack,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
  quickMs: number,
): Promise<Outcome> {
  const server = await stack.server()
  const accounts = await stack.accounts(8)
  const token = accounts[0]?.token ?? ''
  const eventId = await stack.event(accounts[0]!, 1_000_000)
  const bookers = new Bookers()
  bookers.start(accounts, eventId, () => server.url, 20)
  await wait(1_000)
  await leave()
  const answers: Answer[] = []
  const until = Date.now() + AWAY_MS
  const asking: Promise<unknown>[] = []
  while (Date.now() < until) {
    for (const path of PATHS) asking.push(ask(server.url + path, token).then((answer) => answers.push(answer)))
    await wait(200)
  }
  await comeBack()
  await Promise.all(asking)
  const recovered = await recovery(server, token)
  await bookers.stop()
  const slowest = percentile(
    answers.map(({ took }) => took),
    0.99,
  )
  return {
    times: `${AWAY_MS / 1000} s, ${answers.length} questions`,
    seen: `99 of 100 answered within ${ms(slowest)}; whole again ${ms(recovered)} after it was back`,
    lost: [
      ...complaints(answers),
      ...(slowest > quickMs ? [`an answer took ${ms(slowest)}`] : []),
      ...(recovered === Infinity ? ['did not recover by itself'] : []),
      ...(await audit(stack, bookers)),
    ],
  }
}

const databaseAway = () =>
  Stack.with((stack) =>
    away(
      stack,
      () => stack.postgres.stop(),
      () => stack.postgres.start(),
      QUICK_MS,
    ),
  )

const connectionsExhausted = () =>
  Stack.with(async (stack) => {
    const server = await stack.server({ DATABASE_POOL: '20' })
    const [account] = await stack.accounts(1)
    const holders: pg.Client[] = []
    for (;;) {
      const client = new pg.Client({ connectionString: stack.postgres.url })
      client.on('error', () => undefined)
      const taken = await client.connect().then(
        () => true,
        () => false,
      )
      if (!taken) break
      holders.push(client)
    }
    const answers: Answer[] = []
    for (let round = 0; round < 10; round++) {
      const burst = Array.from({ length: 30 }, (_, n) =>
        ask(server.url + (PATHS[n % PATHS.length] ?? ''), account?.token ?? ''),
      )
      answers.push(...(await Promise.all(burst)))
    }
    await Promise.all(holders.map((client) => client.end()))
    const recovered = await recovery(server, account?.token ?? '')
    const strange = answers.filter(({ status }) => ![200, 503].includes(status)).length
    return {
      times: `${holders.length} connections held, ${answers.length} questions`,
      seen: `${answers.filter(({ status }) => status === 200).length} served, ${answers.filter(({ status }) => status === 503).length} told to come back; whole again after ${ms(recovered)}`,
      lost: [
        ...(strange ? [`${strange} answers other than 200 and 503`] : []),
        ...(answers.some(({ status, retryAfter }) => status === 503 && !retryAfter)
          ? ['a 503 without Retry-After']
          : []),
        ...(recovered === Infinity ? ['did not recover by itself'] : []),
      ],
    }
  })

export const databaseFaults: Scenario[] = [
  { name: 'database-away', did: 'database away for 10 seconds during bookings', run: databaseAway },
  { name: 'connections', did: 'every connection of the database taken', run: connectionsExhausted },
]
