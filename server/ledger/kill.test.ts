import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../test-support/world.ts'

// Whole processes start.

const EVENTS = 150

test('two processes settle what is due, one is killed: every seat is offered once, with one mail', async () => {
  const { deps, databaseUrl, person } = await world()
  const { db } = deps
  const [creator, anna] = [await person(), await person()]
  // Given back an hour ago, by an installation that was down since: all of it is due.
  await db.execute(sql`
    with made as (
      insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity, held, settle_at)
      select ${creator.id}, 'Due ' || n, 'Now.', 'Dublin', now() + interval '20 days', now() + interval '21 days',
        'Europe/Dublin', 'published', 1, 1, now() - interval '1 hour' from generate_series(1, ${EVENTS}::int) n returning id
    ), given as (
      insert into tickets (event_id, user_id, number_of_tickets, first_quantity, returned_at)
      select id, ${creator.id}, 0, 1, now() - interval '1 hour' from made returning id, event_id
    ), returned as (
      insert into ticket_returns (ticket_id, event_id, seats, held, by, returned_at, undo_until)
      select id, event_id, 1, 1, 'guest', now() - interval '1 hour', now() - interval '58 minutes' from given
    ), waiting as (
      insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn)
      select id, ${anna.id}, 1, 1, 1 from made
    )
    select add_job('settle-event', jsonb_build_object('eventId', id), 10, now(), id::text) from made`)
  const start = () => {
    const child = fork(resolve('server/test-support/settle-worker.ts'), [databaseUrl], { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const count = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ n: number }>(query)).rows[0]?.n)
  const offersMade = () => count(sql`select count(*) as n from offers`)
  const [victim] = [start(), start()]
  await expect.poll(offersMade, { interval: 5 }).toBeGreaterThan(5)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const due = () => count(sql`select count(*) as n from events where settle_at <= now()`)
  expect(await due()).toBeGreaterThan(0)
  await expect.poll(due).toBe(0)
  expect(await offersMade()).toBe(EVENTS)
  expect(await count(sql`select count(distinct entry_id) as n from offers`)).toBe(EVENTS)
  expect(await count(sql`select count(*) as n from mails where kind = 'offer'`)).toBe(EVENTS)
  expect(await count(sql`select count(distinct payload->>'offerId') as n from mails`)).toBe(EVENTS)
  expect(await count(sql`select count(*) as n from events where held <> 1 or tickets_sold <> 0`)).toBe(0)
})
