// A process that does what it is asked with an event's seats, and kills itself with -9 before a statement that is named.
import type pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { openDeps } from '../open-deps.ts'
import { carryOut } from './ledger-carry-out.ts'
import type { Asked } from './ledger-others.ts'
import { PATIENT } from './patient.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const config = readConfig({ ...PATIENT, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' })
const migrate = () => Promise.resolve()
const { deps } = await openDeps(config, databaseUrl, pino({ level: 'silent' }), {}, { migrate })
const quiet = { changed: () => undefined, counted: () => undefined, announce: () => Promise.resolve(() => undefined) }

let statementsLeft = Infinity
const watched = new WeakSet<pg.PoolClient>()
const watch = (client: pg.PoolClient) => {
  if (watched.has(client)) return
  watched.add(client)
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    if (--statementsLeft === 0) process.kill(process.pid, 'SIGKILL')
    return query(...args)
  }) as typeof client.query
}
deps.db.$client.on('connect', watch).on('acquire', watch)

process.on('message', ({ now, act, doing, dies }: Asked) => {
  statementsLeft = dies ?? Infinity
  const changes = { ...deps.changes, ...quiet } as typeof deps.changes
  void carryOut({ ...deps, changes, clock: () => now }, act, doing).then((result) => process.send?.(result))
})
// The parent is gone.
process.on('disconnect', () => process.exit())
process.send?.('ready')
