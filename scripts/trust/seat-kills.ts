// kill -9 in the middle of returns and offers, of the server and of PostgreSQL.
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome, Scenario } from './scenario.ts'
import { auditSeats, SeatTraders } from './seat-traders.ts'
import { Stack, type Instance } from './stack.ts'

const PEOPLE = 24
const SEATS = 8
const SERVER_KILLS = 6
const DATABASE_KILLS = 5

async function newEvent({ postgres }: Stack, creatorId: number): Promise<number> {
  const [row] = await postgres.query<{ id: number }>(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
     values ($1, 'Trust Ceilidh', 'Seats come and go.', 'Dublin', now() + interval '20 days', now() + interval '21 days',
       'Europe/Dublin', 'published', $2) returning id`,
    [creatorId, SEATS],
  )
  return row?.id ?? 0
}

/** The time to undo is over at once, and offers made at night are sent now: two minutes for each seat would take hours. */
const hurry = ({ postgres }: Stack, eventId: number) =>
  postgres
    .query(
      `select lock_event(${eventId});
       update ticket_returns set undo_until = now()
         where event_id = ${eventId} and undone_at is null and released_at is null and undo_until > now();
       update events set settle_at = now() where id = ${eventId};
       select add_job('settle-event', jsonb_build_object('eventId', ${eventId}), 10, now(), '${eventId}')`,
    )
    // The database may be dead just now.
    .catch(() => undefined)

const offersOf = async ({ postgres }: Stack, eventId: number): Promise<number> => {
  const [row] = await postgres.query<{ n: number }>('select count(*)::int as n from offers where event_id = $1', [
    eventId,
  ])
  return row?.n ?? 0
}

/** A kill counts only in the middle of offers; and after each of them they have to go on. */
async function offersGoOn(stack: Stack, eventId: number): Promise<boolean> {
  const before = await offersOf(stack, eventId)
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100))
    if ((await offersOf(stack, eventId)) >= before + SEATS) return true
  return false
}

interface Killing {
  kills: number
  kill: (stack: Stack, server: Instance) => Promise<Instance>
}

const trade = ({ kills, kill }: Killing) =>
  Stack.with(async (stack): Promise<Outcome> => {
    let server = await stack.server()
    const accounts = await stack.accounts(PEOPLE)
    const eventId = await newEvent(stack, accounts[0]!.id)
    const traders = new SeatTraders(eventId, () => server.url)
    traders.start(accounts)
    let isOver = false
    const hurrying = (async () => {
      for (; !isOver; await wait(200)) await hurry(stack, eventId)
    })()
    const stuck: string[] = []
    for (let n = 0; n < kills && stuck.length === 0; n++) {
      if (!(await offersGoOn(stack, eventId))) stuck.push(`offers stopped before kill ${n + 1}`)
      await wait(Math.random() * 500)
      server = await kill(stack, server)
    }
    if (!(await offersGoOn(stack, eventId))) stuck.push('offers stopped after the last kill')
    await traders.stop()
    isOver = true
    await hurrying
    await settled(stack, eventId)
    return {
      times: `${kills} kills`,
      seen: `${traders.returned.size} seats given back, ${traders.taken.size} taken, ${await offersOf(stack, eventId)} offers, ${traders.declined} declined; ${traders.unanswered} answers lost and asked again`,
      lost: [
        ...(await auditSeats(stack, eventId, traders)),
        ...(traders.returned.size === 0 ? ['nothing was given back at all'] : []),
        ...stuck,
      ],
    }
  })

/** Until the last job has run. */
async function settled({ postgres }: Stack, eventId: number) {
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(200)) {
    const [row] = await postgres.query<{ due: boolean }>(
      'select coalesce(settle_at <= now(), false) as due from events where id = $1',
      [eventId],
    )
    if (!row?.due) return
  }
}

const killServer = async (stack: Stack, server: Instance) => {
  await server.end('SIGKILL')
  return stack.server({ PORT: String(server.port) })
}

const killDatabase = async (stack: Stack, server: Instance) => {
  await stack.postgres.stop('SIGKILL')
  await wait(200)
  await stack.postgres.start()
  return server
}

export const seatKills: Scenario[] = [
  {
    name: 'kill-server-seats',
    did: 'kill -9 of the server while seats are given back and offered',
    run: () => trade({ kills: SERVER_KILLS, kill: killServer }),
  },
  {
    name: 'kill-postgres-seats',
    did: 'kill -9 of PostgreSQL while seats are given back and offered',
    run: () => trade({ kills: DATABASE_KILLS, kill: killDatabase }),
  },
]
