// What everybody who waits is sent in the last hours, how often, and what a long list costs.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/durations.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { overheard } from '../../test-support/query-plans.ts'
import { NOON, openClockedWorld, soldOut, type Clocked } from '../../test-support/sold-out.ts'
import { runBroadcasts } from '../../test-support/broadcasts.ts'

let clocked: Clocked
beforeAll(async () => {
  clocked = await openClockedWorld()
})
afterAll(() => clocked.w.close())
beforeEach(() => void clocked.set(NOON))

const full = (startsIn: number, ...seats: number[]) => soldOut(clocked, { seats, startsIn })

const OF_THE_LIST = /waiting_entries|offers|mails|add_job|lock_event/

/** Many on the list, in one statement. */
const crowd = (eventId: number, people: number) =>
  clocked.w.deps.db.execute(sql`
    with people as (
      insert into users (first_name, last_name, email, password_hash, email_confirmed_at)
      select 'Nora', 'Byrne', 'crowd-' || ${eventId}::int || '-' || n || '@example.org', 'x', now()
      from generate_series(1, ${people}::int) n returning id)
    insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn, created_at)
    select ${eventId}::int, id, 1, 1, 100 + row_number() over (), ${clocked.now()}::timestamptz from people`)

const mailsOf = async (kind: string, eventId: number) => {
  const { rows } = await clocked.w.deps.db.execute<{ mails: number; entries: number }>(sql`
    select count(*)::int as mails, count(distinct m.payload->>'entryId')::int as entries from mails m
    join waiting_entries w on w.id = (m.payload->>'entryId')::int where m.kind = ${kind} and w.event_id = ${eventId}`)
  return rows[0]
}

test('who loses an offer by the last hour is told of the place like everybody, and can take it', async () => {
  const { waiting, takeBack, settle, event, mailsTo } = await full(3 * HOUR, 1)
  const [anna, ben] = [await waiting(), await waiting()]
  clocked.set(new Date(event.startTime.getTime() - 70 * MINUTE))
  await takeBack(0)
  expect(await anna.entry()).toMatchObject({ state: 'offered' })
  clocked.set(new Date(event.startTime.getTime() - HOUR))
  // Not swept yet, and told the truth all the same.
  expect(await anna.entry()).toMatchObject({ state: 'waiting', offer: null, place: 1, of: 2 })
  expect(await ben.entry()).toMatchObject({ state: 'waiting', place: 2, of: 2 })
  await settle()
  expect(await mailsTo(anna.person)).toEqual(['offer', 'last-places'])
  expect(await mailsTo(ben.person)).toEqual(['nothing-free', 'last-places'].slice(1))
  expect(await anna.entry()).toMatchObject({ state: 'waiting', free: 1 })
  expect(await anna.accept()).toMatchObject({ numberOfTickets: 1 })
})

test('the email about an offer that ran out says nothing of a next person, whether or not there is one', async () => {
  const { waiting, takeBack, settle } = await full(240 * HOUR, 1)
  const anna = await waiting()
  await takeBack(0)
  clocked.pass(48 * HOUR)
  await settle()
  const mail = (await collectMails(clocked.w.deps)).find(
    ({ to, subject }) => to === anna.person.email && subject.startsWith('Your offer has expired'),
  )
  expect(mail?.text).toContain('your offer has ended')
  expect(mail?.text).not.toMatch(/next person/)
})

test('nobody is told of last places twice in ten minutes, nor more than three times', async () => {
  const { waiting, takeBack, settle, event, mailsTo } = await full(3 * HOUR, 1)
  const anna = await waiting()
  clocked.set(new Date(event.startTime.getTime() - 59 * MINUTE))
  await settle()
  const told = async () => (await mailsTo(anna.person)).filter((kind) => kind === 'last-places').length
  /** Somebody takes the place and gives it back. */
  const comeAndGo = async () => {
    const ben = await clocked.w.person()
    const { id: ticketId } = await ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await ben.api.tickets.return({ params: { ticketId }, body: {} })
  }
  await takeBack(0)
  expect(await told()).toBe(1)
  for (let n = 0; n < 4; n++) {
    clocked.pass(1_000)
    await comeAndGo()
    expect(await told()).toBe(1)
  }
  // The place is still there when the ten minutes are over.
  clocked.pass(9 * MINUTE)
  expect(await told()).toBe(1)
  clocked.pass(MINUTE)
  expect(await told()).toBe(2)
  clocked.pass(10 * MINUTE)
  expect(await told()).toBe(2)
  for (const expected of [3, 3, 3]) {
    await comeAndGo()
    expect(await told()).toBe(expected)
    clocked.pass(10 * MINUTE)
  }
})

test('a place that is gone again when the time to tell has come is told to nobody', async () => {
  const { waiting, giveBack, event, settle, mailsTo } = await full(3 * HOUR, 1)
  const anna = await waiting()
  clocked.set(new Date(event.startTime.getTime() - 50 * MINUTE))
  await settle()
  await giveBack(0)
  const ben = await clocked.w.person()
  await ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  expect(await mailsTo(anna.person)).toEqual([])
})

test.each([
  ['last-places', 50 * MINUTE],
  ['nothing-free', 2 * HOUR],
])('%s: everybody is told once, however often the job runs and however many run at once', async (kind, beforeStart) => {
  const { waiting, takeBack, settle, event } = await full(3 * HOUR, 1)
  await waiting()
  await crowd(event.id, 1_200)
  clocked.set(new Date(event.startTime.getTime() - beforeStart))
  await settle()
  if (kind === 'last-places') await takeBack(0)
  await Promise.all([1, 2, 3].map(() => settle()))
  await Promise.all([1, 2, 3].map(() => runBroadcasts(clocked.w.deps, event.id)))
  await settle()
  await runBroadcasts(clocked.w.deps, event.id)
  expect(await mailsOf(kind, event.id)).toEqual({ mails: 1_201, entries: 1_201 })
})

test('how long the list is changes nothing about how many statements hold the lock', async () => {
  const statements = async (people: number, beforeStart: number) => {
    const { waiting, takeBack, settle, event } = await full(3 * HOUR, 1)
    await waiting()
    await crowd(event.id, people)
    clocked.set(new Date(event.startTime.getTime() - beforeStart))
    const atTheHour = await overheard(() => settle(), OF_THE_LIST)
    const seat = await overheard(() => takeBack(0), OF_THE_LIST)
    await runBroadcasts(clocked.w.deps, event.id)
    clocked.set(NOON)
    return [atTheHour.length, seat.length]
  }
  for (const beforeStart of [50 * MINUTE, 2 * HOUR])
    expect(await statements(300, beforeStart)).toEqual(await statements(3, beforeStart))
})

test('so it is when thousands are offered seats, pass one by, or lose what they were offered', async () => {
  const statements = async (people: number) => {
    const { creator, params, event, settle, waiting } = await full(240 * HOUR, 1)
    await waiting({ numberOfTickets: 4 })
    await crowd(event.id, people)
    const body = {
      title: 'Fiddle Night',
      description: 'Bring a fiddle.',
      venue: 'Dublin',
      capacity: people + 1,
      startTime: event.startTime.toISOString(),
      endTime: event.endTime.toISOString(),
    }
    const raised = await overheard(() => creator.api.events.update({ params, body }), OF_THE_LIST)
    clocked.pass(48 * HOUR)
    const expired = await overheard(() => settle(), OF_THE_LIST)
    clocked.set(NOON)
    return [raised.length, expired.length]
  }
  const few = await statements(10)
  const many = await statements(150)
  expect(many.filter((count, at) => count > (few[at] ?? 0))).toEqual([])
})

test('all of one’s own lists take the same few queries, however many there are and however long they are', async () => {
  const anna = await clocked.w.person()
  const asked = async () => {
    const heard = await overheard(() => anna.api.waitingList.mine(), /waiting_entries|offers|tickets/)
    return heard.length
  }
  const join = async (people: number) => {
    const { params, event } = await full(240 * HOUR, 1)
    await crowd(event.id, people)
    await anna.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
  }
  await join(1)
  const one = await asked()
  for (let n = 0; n < 4; n++) await join(50)
  expect(await asked()).toBe(one)
  expect(one).toBeLessThanOrEqual(4)
  expect(await anna.api.waitingList.mine()).toMatchObject([{ place: 51, of: 51 }, {}, {}, {}, { place: 2, of: 2 }])
})

describe('behind hundreds of groups that a seat is too small for', () => {
  /** So many groups of four in line; entry ids in order. */
  const groups = async (eventId: number, people: number) => {
    const { rows } = await clocked.w.deps.db.execute<{ id: number }>(sql`
      with people as (
        insert into users (email, first_name, last_name)
        select 'group' || n || '-' || ${eventId}::int || '@example.org', 'Nora', 'Byrne'
        from generate_series(1, ${people}::int) n returning id
      )
      insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn, created_at)
      select ${eventId}::int, id, 4, 4, row_number() over (order by id), ${clocked.now()}::timestamptz from people
      returning id`)
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  test('who takes a single seat is found, and only those in front are noted as passed over', async () => {
    const { event, waiting, takeBack, offered } = await full(240 * HOUR, 1)
    const ids = await groups(event.id, 450)
    const single = await waiting()
    await takeBack(0)
    expect(await offered()).toEqual([[single.entryId, 1]])
    const { rows } = await clocked.w.deps.db.execute<{ id: number }>(sql`
      select id from waiting_entries where event_id = ${event.id} and passed_over > 0 order by id`)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 200))
  })

  test('who needs more is found when a second return in the same moment makes it fit', async () => {
    const { event, waiting, giveBack, takeBack, offered, counts } = await full(240 * HOUR, 1, 2)
    await groups(event.id, 250)
    const three = await waiting({ numberOfTickets: 3 })
    await giveBack(0)
    expect(await counts()).toMatchObject({ held: 0, left: 1 })
    clocked.pass(3 * MINUTE)
    await takeBack(1)
    expect(await offered()).toEqual([[three.entryId, 3]])
  })

  test('seats are saved up for the first who was passed over often enough', async () => {
    const { event, waiting, takeBack, offered, counts } = await full(240 * HOUR, 1)
    const ids = await groups(event.id, 250)
    await clocked.w.deps.db.execute(sql`
      update waiting_entries set passed_over = 2, first_passed_at = created_at where id = ${ids[240]}`)
    await waiting()
    await takeBack(0)
    expect(await offered()).toEqual([])
    expect(await counts()).toMatchObject({ held: 1, left: 0 })
    const { rows } = await clocked.w.deps.db.execute(sql`
      select id, saved from waiting_entries where event_id = ${event.id} and saved > 0`)
    expect(rows).toEqual([{ id: ids[240], saved: 1 }])
  })
})
