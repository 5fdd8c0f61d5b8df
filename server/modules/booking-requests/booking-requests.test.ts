import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { endRequests } from './commands.ts'

let w: World

beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

const lease = { check: () => undefined } as never

const ask = (who: Person, eventId: number, numberOfTickets = 1, more: { text?: string; key?: string } = {}) =>
  who.api.bookingRequests.ask({
    params: { eventId },
    headers: more.key ? { 'idempotency-key': more.key } : {},
    body: { numberOfTickets, ...(more.text && { text: more.text }) },
  })
const mine = async (who: Person, eventId: number) =>
  (await who.api.bookingRequests.mine({ params: { eventId } })).request
const withdraw = (who: Person, eventId: number) => who.api.bookingRequests.withdraw({ params: { eventId } })
const decide = (who: Person, eventId: number, ids: number[], accept: boolean, reason?: string) =>
  who.api.bookingRequests.decide({ params: { eventId }, body: { ids, accept, ...(reason && { reason }) } })
const open = (who: Person, eventId: number) => who.api.bookingRequests.list({ params: { eventId }, query: {} })

/** What must be true at every moment. */
async function seats(eventId: number) {
  const [event] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  const { rows } = await w.deps.db.execute<{ sold: number }>(
    sql`select coalesce(sum(number_of_tickets), 0)::int as sold from tickets where event_id = ${eventId}`,
  )
  expect(event?.ticketsSold).toBe(rows[0]?.sold)
  expect((event?.ticketsSold ?? 0) + (event?.held ?? 0)).toBeLessThanOrEqual(event?.capacity ?? 0)
  return { sold: event?.ticketsSold, held: event?.held }
}

async function scene(fields: EventFields = {}) {
  const creator = await w.person()
  const manager = await w.person()
  const event = await w.event(creator, {
    approval: true,
    startTime: new Date(Date.now() + 10 * DAY),
    managerIds: [manager.id],
    ...fields,
  })
  return { creator, manager, event, eventId: event.id, nora: await w.person({ firstName: 'Nora' }) }
}

test('nobody books an event with approval: they ask, which holds no seat, and may add a sentence', async () => {
  const { nora, eventId, creator } = await scene({ capacity: 2 })
  expect((await w.visitor.events.get({ params: { eventId } })).approval).toBe(true)
  const refused = { status: 409, message: 'Please ask for a place' }
  await expect(nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })).rejects.toMatchObject(refused)
  await expect(nora.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 1 } })).rejects.toMatchObject(
    refused,
  )
  expect(await mine(nora, eventId)).toBeNull()
  const request = await ask(nora, eventId, 2, { text: 'We play the harp.' })
  expect(request).toMatchObject({ state: 'asked', numberOfTickets: 2, text: 'We play the harp.' })
  expect(await mine(nora, eventId)).toEqual(request)
  expect(await seats(eventId)).toEqual({ sold: 0, held: 0 })
  const { requests, counts } = await open(creator, eventId)
  expect(requests).toMatchObject([{ id: request.id, name: 'Nora Byrne', email: nora.email, text: 'We play the harp.' }])
  expect(counts).toEqual({ open: 1, accepted: 0, declined: 0, expired: 0 })
  expect((await creator.api.insights.get({ params: { eventId } })).requests).toEqual(counts)
})

test('an event without approval takes bookings, and no requests', async () => {
  const { nora, eventId } = await scene({ approval: false })
  expect(await w.visitor.events.get({ params: { eventId } })).not.toHaveProperty('approval')
  await expect(ask(nora, eventId)).rejects.toMatchObject({ status: 409, code: 'places_left' })
  await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
})

test('booking with an email makes an account, and the place is asked for with its session', async () => {
  const { eventId } = await scene()
  const body = { eventId, numberOfTickets: 1, name: 'Orla Quinn', email: `orla${eventId}@example.org` }
  const made = await w.visitor.tickets.quick({ headers: {}, body })
  if (!('access_token' in made)) throw new Error('a code was sent')
  expect(made.ticket).toBeNull()
  const orla = w.apiWith(made.access_token)
  expect(
    await orla.bookingRequests.ask({ params: { eventId }, headers: {}, body: { numberOfTickets: 1 } }),
  ).toMatchObject({
    state: 'asked',
  })
  expect(await seats(eventId)).toEqual({ sold: 0, held: 0 })
})

test('asked again is the same request, also at once and with a repeated key; after withdrawing a key asks nothing', async () => {
  const { nora, eventId } = await scene()
  const all = await Promise.all(Array.from({ length: 4 }, () => ask(nora, eventId, 1, { key: 'the-same-key' })))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect((await ask(nora, eventId, 3)).id).toBe(all[0]?.id)
  const other = await scene()
  await expect(ask(nora, other.eventId, 1, { key: 'the-same-key' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  await withdraw(nora, eventId)
  await withdraw(nora, eventId)
  expect(await mine(nora, eventId)).toBeNull()
  await expect(ask(nora, eventId, 1, { key: 'the-same-key' })).rejects.toMatchObject({ status: 409 })
  expect(await mine(nora, eventId)).toBeNull()
})

test('one person asks at most three times for one event', async () => {
  const { nora, eventId } = await scene()
  for (let n = 0; n < 3; n++) {
    await ask(nora, eventId)
    await withdraw(nora, eventId)
  }
  await expect(ask(nora, eventId)).rejects.toMatchObject({ status: 409, code: 'asked_too_often' })
})

test('accepted in the order of asking: booked while seats are free, then offered the next ones', async () => {
  const { creator, manager, eventId } = await scene({ capacity: 3 })
  const [anna, ben, cora] = [await w.person(), await w.person(), await w.person()]
  const [first, second, third] = [await ask(anna, eventId, 2), await ask(ben, eventId, 2), await ask(cora, eventId, 1)]
  await collectMails(w.deps)
  const { requests } = await decide(manager, eventId, [third.id, second.id, first.id], true, 'See you there.')
  expect(requests.map(({ id, state }) => [id, state])).toEqual([
    [first.id, 'booked'],
    [second.id, 'accepted'],
    [third.id, 'booked'],
  ])
  expect(await seats(eventId)).toEqual({ sold: 3, held: 0 })
  const sent = await collectMails(w.deps)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual(
    expect.arrayContaining([
      [expect.stringContaining(anna.email), 'Your booking: Fiddle Night'],
      [expect.stringContaining(ben.email), 'You’ve been accepted: Fiddle Night'],
      [expect.stringContaining(cora.email), 'Your booking: Fiddle Night'],
    ]),
  )
  for (const { text } of sent) expect(text).toContain('See you there.')
  // The list of such an event holds accepted requests only.
  const { waiting } = await creator.api.guests.list({ params: { eventId }, query: {} })
  expect(waiting.map(({ email }) => email)).toEqual([ben.email])
  const own = await mine(anna, eventId)
  await anna.api.tickets.return({ params: { ticketId: own?.ticketId ?? 0 }, body: {} })
  await w.deps.db.execute(sql`update ticket_returns set undo_until = now() where event_id = ${eventId}`)
  await w.deps.db.execute(sql`update events set settle_at = now() where id = ${eventId}`)
  const ticket = await ben.api.waitingList.get({ params: { eventId } }).then(async (entry) => {
    if (entry.state !== 'offered') await ben.api.waitingList.resume({ params: { eventId } })
    return ben.api.waitingList.accept({ params: { eventId }, body: {} })
  })
  expect(ticket.numberOfTickets).toBe(2)
  expect((await mine(ben, eventId))?.state).toBe('booked')
  expect(await seats(eventId)).toEqual({ sold: 3, held: 0 })
})

test('who was accepted for one place cannot wait for more', async () => {
  const { creator, eventId, nora } = await scene({ capacity: 1, ticketsSold: 0 })
  await decide(creator, eventId, [(await ask(await w.person(), eventId)).id], true)
  await decide(creator, eventId, [(await ask(nora, eventId, 1)).id], true)
  const wish = (numberOfTickets: number) =>
    nora.api.waitingList.change({ params: { eventId }, body: { numberOfTickets } })
  await expect(wish(4)).rejects.toMatchObject({ status: 409, code: 'ask_for_a_place' })
  expect((await wish(1)).numberOfTickets).toBe(1)
  await nora.api.waitingList.leave({ params: { eventId } })
  await expect(nora.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 1 } })).rejects.toMatchObject({
    code: 'ask_for_a_place',
  })
})

test('declined: an email with the reason, no seat, and the request can be made again', async () => {
  const { creator, eventId, nora } = await scene()
  const { id } = await ask(nora, eventId)
  await collectMails(w.deps)
  expect((await decide(creator, eventId, [id], false, 'Members only.')).requests).toMatchObject([{ state: 'declined' }])
  const [mail, ...others] = await collectMails(w.deps)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your request was declined: Fiddle Night')
  expect(mail?.text).toContain('Members only.')
  expect(await mine(nora, eventId)).toMatchObject({ state: 'declined', reason: 'Members only.' })
  expect((await ask(nora, eventId)).state).toBe('asked')
  expect(await seats(eventId)).toEqual({ sold: 0, held: 0 })
})

test('only those who run the event see and decide requests, and only its own', async () => {
  const { creator, eventId, nora } = await scene()
  const { id } = await ask(nora, eventId)
  const other = await scene()
  await expect(decide(nora, eventId, [id], true)).rejects.toMatchObject({ status: 403 })
  await expect(open(nora, eventId)).rejects.toMatchObject({ status: 403 })
  await expect(decide(other.creator, other.eventId, [id], true)).rejects.toMatchObject({ code: 'request_not_found' })
  expect((await open(creator, eventId)).requests).toHaveLength(1)
  await expect(decide(creator, eventId, [], true)).rejects.toMatchObject({ status: 400 })
  await expect(
    decide(
      creator,
      eventId,
      Array.from({ length: 101 }, (_, n) => n + 1),
      true,
    ),
  ).rejects.toMatchObject({ status: 400 })
})

test('of two managers who decide at once one decides, and each is answered how it is', async () => {
  for (let round = 0; round < 8; round++) {
    const { creator, manager, eventId, nora } = await scene({ capacity: 1 })
    const { id } = await ask(nora, eventId)
    await collectMails(w.deps)
    const results = await Promise.all([decide(creator, eventId, [id], true), decide(manager, eventId, [id], false)])
    const states = new Set(results.map(({ requests }) => requests[0]?.state))
    expect(states.size).toBe(1)
    expect((await seats(eventId)).sold).toBe(states.has('booked') ? 1 : 0)
    expect(await collectMails(w.deps)).toHaveLength(1)
  }
})

test('accepted twice at once, one seat is booked', async () => {
  for (let round = 0; round < 6; round++) {
    const { creator, manager, eventId, nora } = await scene({ capacity: 4 })
    const { id } = await ask(nora, eventId)
    await Promise.all([decide(creator, eventId, [id], true), decide(manager, eventId, [id], true)])
    expect((await seats(eventId)).sold).toBe(1)
    expect(await w.deps.db.$count(tickets, eq(tickets.userId, nora.id))).toBe(1)
  }
})

test('withdrawn and accepted at once it is one of the two, and the person learns which', async () => {
  for (let round = 0; round < 8; round++) {
    const { creator, eventId, nora } = await scene({ capacity: 1 })
    const { id } = await ask(nora, eventId)
    const [withdrawn] = await Promise.allSettled([withdraw(nora, eventId), decide(creator, eventId, [id], true)])
    const { sold } = await seats(eventId)
    if (withdrawn.status === 'fulfilled') expect(sold).toBe(0)
    else {
      expect(withdrawn.reason).toMatchObject({ status: 409, code: 'request_decided' })
      expect(sold).toBe(1)
    }
  }
})

test('nobody is booked whose account is being deleted, whichever comes first', async () => {
  for (let round = 0; round < 6; round++) {
    const { creator, eventId } = await scene({ capacity: 1 })
    const nora = await w.person({ passwordHash: null })
    const { id } = await ask(nora, eventId)
    await Promise.all([nora.api.account.deleteAccount(), decide(creator, eventId, [id], true)])
    await w.deps.jobs.runDue()
    const [request] = await w.deps.db.select().from(bookingRequests).where(eq(bookingRequests.id, id))
    expect(request?.endedAt).not.toBeNull()
    expect((await seats(eventId)).sold).toBe(0)
  }
})

test('an account that is being deleted is not accepted, and a suspended one is not booked', async () => {
  const { creator, eventId, nora } = await scene()
  const ben = await w.person()
  const [first, second] = [await ask(nora, eventId), await ask(ben, eventId)]
  await w.deps.db
    .update(users)
    .set({ deletionAt: new Date(Date.now() + DAY) })
    .where(eq(users.id, nora.id))
  await w.deps.db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + DAY) })
    .where(eq(users.id, ben.id))
  const { requests } = await decide(creator, eventId, [first.id, second.id], true)
  expect(requests.map(({ state }) => state)).toEqual(['withdrawn', 'asked'])
  expect(await seats(eventId)).toEqual({ sold: 0, held: 0 })
})

test('the limit for each person holds when asking and when accepting', async () => {
  const { creator, eventId, nora } = await scene({ maxPerPerson: 2 })
  await expect(ask(nora, eventId, 3)).rejects.toMatchObject({ code: 'per_person_limit' })
  const { id } = await ask(nora, eventId, 2)
  await w.deps.db.update(events).set({ maxPerPerson: 1 }).where(eq(events.id, eventId))
  expect((await decide(creator, eventId, [id], true)).requests).toMatchObject([{ state: 'asked' }])
  expect((await seats(eventId)).sold).toBe(0)
})

test('two hours before the start unanswered requests end, and their people are emailed once', async () => {
  const { creator, eventId, nora } = await scene()
  const { id } = await ask(nora, eventId)
  await collectMails(w.deps)
  const startsIn = (ms: number) =>
    w.deps.db
      .update(events)
      .set({ startTime: new Date(Date.now() + ms), endTime: new Date(Date.now() + ms + HOUR) })
      .where(eq(events.id, eventId))
  await startsIn(2 * HOUR + MINUTE)
  await endRequests(w.deps, { lease })
  expect((await mine(nora, eventId))?.state).toBe('asked')
  await startsIn(2 * HOUR)
  // Dead at that moment, whether or not the job has run.
  expect((await mine(nora, eventId))?.state).toBe('expired')
  await expect(decide(creator, eventId, [id], true)).rejects.toMatchObject({ status: 409, code: 'requests_closed' })
  await expect(ask(await w.person(), eventId)).rejects.toMatchObject({ code: 'requests_closed' })
  await endRequests(w.deps, { lease })
  await endRequests(w.deps, { lease })
  const sent = await collectMails(w.deps)
  expect(sent.map(({ subject }) => subject)).toEqual(['Your request has ended: Fiddle Night'])
  expect((await open(creator, eventId)).counts).toMatchObject({ open: 0, expired: 1 })
})

test('requests end when booking closes before that, and those of a postponed event stay', async () => {
  const early = await scene({ bookingClosesAt: new Date(Date.now() + DAY) })
  const late = await scene()
  await ask(early.nora, early.eventId)
  await ask(late.nora, late.eventId)
  await w.deps.db.update(events).set({ bookingClosesAt: new Date() }).where(eq(events.id, early.eventId))
  const past = { status: 'postponed' as const, startTime: new Date(Date.now() - DAY), endTime: new Date() }
  await w.deps.db.update(events).set(past).where(eq(events.id, late.eventId))
  await endRequests(w.deps, { lease })
  expect((await mine(early.nora, early.eventId))?.state).toBe('expired')
  expect((await mine(late.nora, late.eventId))?.state).toBe('asked')
})

test('a request that ends by itself while it is accepted is one or the other', async () => {
  for (let round = 0; round < 5; round++) {
    const { creator, eventId, nora } = await scene({ capacity: 1 })
    const { id } = await ask(nora, eventId)
    await w.deps.db
      .update(events)
      .set({ startTime: new Date(Date.now() + 2 * HOUR + 60), endTime: new Date(Date.now() + DAY) })
      .where(eq(events.id, eventId))
    const late = { ...w.deps, clock: () => new Date(Date.now() + MINUTE) }
    await Promise.allSettled([decide(creator, eventId, [id], true), endRequests(late, { lease })])
    const [request] = await w.deps.db.select().from(bookingRequests).where(eq(bookingRequests.id, id))
    expect((await seats(eventId)).sold).toBe(request?.ending === 'accepted' ? 1 : 0)
    const { rows } = await w.deps.db.execute(sql`
      select kind from mails where user_id = ${nora.id} and kind like 'request-%'`)
    expect(rows).toEqual([{ kind: request?.ending === 'accepted' ? 'request-accepted' : 'request-answered' }])
  }
})

test('approval is switched on while nobody waits, and off while nobody asks', async () => {
  const { creator, eventId, nora, event } = await scene({ capacity: 1, approval: false })
  const body = (approval: boolean) => ({
    title: event.title,
    description: event.description,
    venue: event.venue,
    capacity: 1,
    isDraft: false,

    startTime: event.startTime.toISOString(),
    endTime: event.endTime.toISOString(),
    approval,
  })
  const save = (approval: boolean) => creator.api.events.update({ params: { eventId }, body: body(approval) })
  await creator.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await nora.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 1 } })
  await expect(save(true)).rejects.toMatchObject({ status: 409, code: 'people_waiting' })
  await nora.api.waitingList.leave({ params: { eventId } })
  expect((await save(true)).approval).toBe(true)
  const { id } = await ask(nora, eventId)
  await expect(save(false)).rejects.toMatchObject({ status: 409, code: 'requests_open' })
  await decide(creator, eventId, [id], true)
  expect(await save(false)).not.toHaveProperty('approval')
  // Accepted before: still the first in line.
  expect((await nora.api.waitingList.get({ params: { eventId } })).place).toBe(1)
})

test('how people get in stays as it is while somebody who was accepted waits, also if nobody has booked', async () => {
  const { creator, eventId, nora, event } = await scene({ capacity: 1 })
  const body = {
    title: event.title,
    description: event.description,
    venue: event.venue,
    capacity: 1,
    isDraft: false,

    startTime: event.startTime.toISOString(),
    endTime: event.endTime.toISOString(),
    admission: 'just-come' as const,
  }
  const save = () => creator.api.events.update({ params: { eventId }, body })
  const { id } = await ask(nora, eventId, 2)
  await expect(save()).rejects.toMatchObject({ status: 409, code: 'requests_open' })
  await decide(creator, eventId, [id], true)
  await expect(save()).rejects.toMatchObject({ status: 409, code: 'people_waiting' })
  await nora.api.waitingList.leave({ params: { eventId } })
  expect((await save()).admission).toBe('just-come')
})

test('who asks is told when the event moves or is called off', async () => {
  const { creator, eventId, nora } = await scene()
  await ask(nora, eventId)
  expect(await creator.api.events.impact({ params: { eventId }, query: { act: 'cancel' }, body: undefined })).toEqual({
    told: 1,
  })
})

test('a long list of requests is read a page at a time, and a hundred are decided in a few statements', async () => {
  const { creator, eventId } = await scene({ capacity: 60 })
  const { rows } = await w.deps.db.execute<{ id: number }>(sql`
    with people as (insert into users (email, first_name, last_name)
      select 'asks' || n || ${`-${eventId}@example.org`}, 'Guest', n::text from generate_series(1, 120) as n returning id)
    insert into booking_requests (event_id, user_id, number_of_tickets) select ${eventId}, id, 1 from people returning id`)
  const first = await open(creator, eventId)
  expect(first.requests).toHaveLength(50)
  const query = { cursor: first.next ?? 0, limit: 100 }
  const second = await creator.api.bookingRequests.list({ params: { eventId }, query })
  expect([...first.requests, ...second.requests].map(({ id }) => id)).toEqual(
    rows.map(({ id }) => id).sort((a, b) => a - b),
  )
  const ids = first.requests
    .concat(second.requests)
    .map(({ id }) => id)
    .slice(0, 100)
  const { requests } = await decide(creator, eventId, ids, true)
  expect(requests.map(({ state }) => state)).toEqual([
    ...Array<string>(60).fill('booked'),
    ...Array<string>(40).fill('accepted'),
  ])
  expect(await seats(eventId)).toEqual({ sold: 60, held: 0 })
  const ofEvent = and(eq(waitingEntries.eventId, eventId), eq(waitingEntries.atLeast, 1))
  expect(await w.deps.db.$count(waitingEntries, ofEvent)).toBe(40)
  const decided = await creator.api.bookingRequests.list({ params: { eventId }, query: { decided: true, limit: 5 } })
  expect(decided.requests.map(({ id }) => id)).toEqual(ids.slice(-5).reverse())
})

type Act = 'ask' | 'withdraw' | 'accept' | 'decline' | 'give back' | 'take' | 'leave' | 'resize'
const ACTS: Act[] = ['ask', 'ask', 'withdraw', 'accept', 'accept', 'decline', 'give back', 'take', 'leave', 'resize']

/** Always the same for a number. */
const dice = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

test('whatever is done at once, no seat is sold twice, nobody waits who was not accepted, and nobody is passed over', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => w.person()))
  // Sequences are the ledger's histories; here three things happen at once.
  for (let seed = 1; seed <= 4; seed++) {
    const roll = dice(seed)
    const pick = <T>(from: T[]): T => from[Math.floor(roll() * from.length)]!
    const { creator, manager, eventId, event } = await scene({ capacity: 3 })
    const body = { title: event.title, description: event.description, venue: event.venue, isDraft: false }
    const times = { startTime: event.startTime.toISOString(), endTime: event.endTime.toISOString() }
    const ofEvent = and(eq(tickets.eventId, eventId), sql`number_of_tickets > 0`)
    const carryOut: Record<Act, (who: Person) => Promise<unknown>> = {
      ask: (who) => ask(who, eventId, 1 + Math.floor(roll() * 3)),
      withdraw: (who) => withdraw(who, eventId),
      accept: async () =>
        decide(
          creator,
          eventId,
          (await open(creator, eventId)).requests.map(({ id }) => id),
          true,
        ),
      decline: async () =>
        decide(manager, eventId, (await open(manager, eventId)).requests.map(({ id }) => id).slice(0, 1), false),
      'give back': async () => {
        const [ticket] = await w.deps.db.select().from(tickets).where(ofEvent).limit(1)
        const holder = people.find(({ id }) => id === ticket?.userId)
        return holder?.api.tickets.return({ params: { ticketId: ticket?.id ?? 0 }, body: {} })
      },
      take: (who) => who.api.waitingList.accept({ params: { eventId }, body: {} }),
      leave: (who) => who.api.waitingList.leave({ params: { eventId } }),
      resize: () =>
        creator.api.events.update({
          params: { eventId },
          body: { ...body, ...times, capacity: 1 + Math.floor(roll() * 6) },
        }),
    }
    for (let step = 0; step < 10; step++) {
      const together = [pick(ACTS), pick(ACTS), pick(ACTS)].map((act) => carryOut[act](pick(people)))
      for (const result of await Promise.allSettled(together))
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: expect.any(Number) as number })
      await seats(eventId)
      const { rows } = await w.deps.db.execute<{ unaccepted: number; overtaken: number }>(sql`
        select (select count(*)::int from waiting_entries v where v.event_id = ${eventId} and v.ended_at is null
            and not exists (select from booking_requests r where r.entry_id = v.id and r.ending = 'accepted')) as unaccepted,
          (select count(*)::int from booking_requests a join booking_requests b on b.event_id = a.event_id and b.id > a.id
            and b.entry_id is not null join waiting_entries v on v.id = b.entry_id join waiting_entries u on u.id = a.entry_id
            where a.event_id = ${eventId} and a.ended_at = b.ended_at and u.turn > v.turn) as overtaken`)
      expect(rows[0]).toEqual({ unaccepted: 0, overtaken: 0 })
    }
  }
})
