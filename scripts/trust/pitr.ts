// A mistake, and the way back to the moment before it: pgBackRest with the very file of deploy/cluster, PostgreSQL of
// Debian, and bookings before, at and after that moment.
import { setTimeout as wait } from 'node:timers/promises'
import { Archived } from './archived-postgres.ts'
import { audit, Bookers } from './bookers.ts'
import { requirePrograms } from './programs.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { Stack } from './stack.ts'

const PEOPLE = 12

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const COUNT = 'select count(*)::int as tickets, max(id) as newest, sum(number_of_tickets)::int as seats from tickets'

/** People who book for this long. */
async function book(stack: Stack<Archived>, url: string, eventId: number, forMs: number): Promise<Bookers> {
  const bookers = new Bookers()
  bookers.start(await stack.accounts(PEOPLE), eventId, () => url)
  await wait(forMs)
  await bookers.stop()
  return bookers
}

async function untilArchived(database: Archived) {
  const [row] = await database.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment')
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const [last] = await database.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    )
    if ((last?.last ?? '') >= (row?.segment ?? '')) return
  }
  throw new Error('What was written is not archived.')
}

const run = async (): Promise<Outcome> => {
  requirePrograms('pgbackrest', 'postgres')
  return Stack.on(
    (folder) => Archived.in(folder),
    async (stack) => {
      const database = stack.postgres
      await database.create()
      await database.backrest('stanza-create')
      let server = await stack.server()
      const [creator] = await stack.accounts(1)
      const eventId = await stack.event(creator!, 1_000_000)
      await book(stack, server.url, eventId, 1_000)
      const from = performance.now()
      await database.backrest('--type=full', 'backup')
      const backedUp = performance.now() - from
      await database.backrest('check')

      const before = await book(stack, server.url, eventId, 3_000)
      const [counted] = await database.query<Record<string, number>>(COUNT)
      const [moment] = await database.query<{ at: string }>('select clock_timestamp()::text as at')
      await book(stack, server.url, eventId, 1_000)
      await database.query('delete from mails; delete from tickets; update events set tickets_sold = 0')
      await untilArchived(database)
      await server.end('SIGTERM')

      const restoring = performance.now()
      await database.restore(moment!.at)
      await database.start()
      const restored = performance.now() - restoring
      const [found] = await database.query<Record<string, number>>(COUNT)
      // Before anybody starts on it: what waited then may have been sent since.
      await database.query(`update mails set status = 'skipped', payload = '{}' where status = 'waiting'`)
      server = await stack.server({ PORT: String(server.port) })
      const after = await book(stack, server.url, eventId, 1_000)
      const all = { answered: [...before.answered, ...after.answered] }
      const same = JSON.stringify(found) === JSON.stringify(counted)
      return {
        times: `${counted?.tickets} bookings, all deleted`,
        seen: `full backup ${seconds(backedUp)}; restored to a moment and open in ${seconds(restored)}; ${after.answered.length} booked afterwards`,
        lost: [
          ...(same ? [] : [`${JSON.stringify(counted)} before, ${JSON.stringify(found)} restored`]),
          ...(after.answered.length ? [] : ['nobody could book afterwards']),
          ...(await audit(stack, all)),
        ],
      }
    },
  )
}

export const pitr: Scenario[] = [
  { name: 'pitr', did: 'every booking deleted by mistake, and restored to the moment before by pgBackRest', run },
]
