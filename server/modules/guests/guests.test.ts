import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { GuestSort } from '../../../contract/guests.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openClockedWorld, soldOut, type Clocked } from '../../test-support/sold-out.ts'
import type { Person, World } from '../../test-support/world.ts'

let clocked: Clocked
let w: World
let creator: Person

beforeAll(async () => {
  clocked = await openClockedWorld()
  w = clocked.w
  creator = await w.person()
})
afterAll(() => w.close())

const book = async (person: Person, eventId: number, numberOfTickets = 1) =>
  (await person.api.tickets.book({ body: { eventId, numberOfTickets } })).id

interface Added {
  name?: string
  numberOfTickets?: number
  email?: string
  mail?: boolean
  key?: string
}

const add = (eventId: number, { key, name = 'Aunt Nuala', numberOfTickets = 1, ...more }: Added = {}, by = creator) =>
  by.api.guests.add({
    params: { eventId },
    body: { name, numberOfTickets, ...more },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

interface Asked {
  q?: string
  cursor?: string
  limit?: number
  sort?: GuestSort
  order?: 'ascending' | 'descending'
}

const list = (eventId: number, query: Asked = {}) => creator.api.guests.list({ params: { eventId }, query })

const soldOf = async (eventId: number) => {
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  return row?.ticketsSold
}

describe('the list', () => {
  test('has every booking with what is known of it, newest first, and the counts', async () => {
    const { id: eventId } = await w.event(creator)
    const anna = await w.person({ firstName: 'Anna', lastName: 'Byrne' })
    const first = await book(anna, eventId, 2)
    await anna.api.tickets.answer({ params: { ticketId: first }, body: { coming: true } })
    const second = await add(eventId, { name: 'Aunt Nuala' })
    await w.deps.db.update(tickets).set({ admitted: 1 }).where(eq(tickets.id, first))
    const gone = await book(anna, eventId)
    await anna.api.tickets.return({ params: { ticketId: gone }, body: {} })
    const { guests, waiting, next, nextWaiting, counts } = await list(eventId)
    expect(guests).toEqual([
      {
        ticketId: second.ticketId,
        name: 'Aunt Nuala',
        email: null,
        numberOfTickets: 1,
        friends: [],
        coming: null,
        admitted: 0,
        bookedAt: clocked.now().toISOString(),
        isByName: true,
        isMailed: false,
      },
      {
        ticketId: first,
        name: 'Anna Byrne',
        email: anna.email,
        numberOfTickets: 2,
        friends: [],
        coming: true,
        admitted: 1,
        bookedAt: guests[1]?.bookedAt,
        isByName: false,
        isMailed: true,
      },
    ])
    expect([waiting, next, nextWaiting]).toEqual([[], null, null])
    expect(counts).toEqual({ bookings: 2, tickets: 3, coming: 2, admitted: 1, waiting: 0 })
  })

  test('is searched by words of a name or an address, accents and case aside', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 20 })
    await book(await w.person({ firstName: 'Bríd', lastName: 'Ní 100%_sure', email: 'brid@club.example' }), eventId)
    await add(eventId, { name: 'Jürgen Müller', email: 'jm@post.example' })
    const found = async (q: string) => (await list(eventId, { q })).guests.map(({ name }) => name)
    expect(await found('muller jur')).toEqual(['Jürgen Müller'])
    expect(await found('BRID')).toEqual(['Bríd Ní 100%_sure'])
    expect(await found('@post.')).toEqual(['Jürgen Müller'])
    expect(await found('%')).toEqual(['Bríd Ní 100%_sure'])
    expect(await found('_\\')).toEqual([])
    expect(await found('nobody')).toEqual([])
    expect((await list(eventId, { q: 'nobody' })).counts).toMatchObject({ bookings: 2 })
  })

  test('comes in pages that lose and repeat nobody, while others book', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 50 })
    const made: number[] = []
    for (let n = 0; n < 7; n++) made.push((await add(eventId, { name: `Guest ${n}` })).ticketId)
    const seen: number[] = []
    let cursor: string | undefined
    for (let page = 0; page < 5; page++) {
      const { guests, next, counts } = await list(eventId, { cursor, limit: 3 })
      expect(counts === null).toBe(cursor !== undefined)
      seen.push(...guests.map(({ ticketId }) => ticketId))
      if (page === 0) await add(eventId, { name: 'Late' })
      if (!next) break
      cursor = next
    }
    expect(seen).toEqual(made.toReversed())
    for (const bad of ['x', 'guests.', 'guests.zzzzzz', 'waiting.-1', 'tickets.1'])
      await expect(list(eventId, { cursor: bad })).rejects.toMatchObject({
        status: 400,
        message: 'Cursor is not valid',
      })
  })
})

describe('sorted', () => {
  test('all guests are sorted and not only a page, both ways, whatever accents and equals there are', async () => {
    const { id: eventId } = await w.event(creator)
    const names = ['Zoe', 'Áine', 'bob', 'Ann', 'Aine']
    for (const [at, name] of names.entries()) await add(eventId, { name, numberOfTickets: (at % 2) + 1 })
    const [zoe] = (await list(eventId, { q: 'zoe' })).guests
    await w.deps.db
      .update(tickets)
      .set({ admitted: 1 })
      .where(eq(tickets.id, zoe?.ticketId ?? 0))
    // Page by page, two at a time.
    const sorted = async (sort: GuestSort, order: 'ascending' | 'descending') => {
      const found: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list(eventId, { sort, order, limit: 2, cursor })
        found.push(...page.guests.map(({ name }) => name))
        cursor = page.next
      }
      return found
    }
    expect(await sorted('name', 'ascending')).toEqual(['Áine', 'Aine', 'Ann', 'bob', 'Zoe'])
    expect(await sorted('name', 'descending')).toEqual(['Zoe', 'bob', 'Ann', 'Aine', 'Áine'])
    expect(await sorted('places', 'ascending')).toEqual(['Zoe', 'bob', 'Aine', 'Áine', 'Ann'])
    expect(await sorted('in', 'descending')).toEqual(['Zoe', 'Aine', 'Ann', 'bob', 'Áine'])
    expect(await sorted('booked', 'ascending')).toEqual(names)
  })
})

describe('the waiting list', () => {
  test('is in its order, with wishes, offers and who was passed over', async () => {
    const night = await soldOut(clocked, { seats: [1, 1], startsIn: 20 * 24 * HOUR })
    const mine = (query = {}) => night.creator.api.guests.list({ params: night.params, query })
    const group = await night.waiting({ numberOfTickets: 4 })
    const single = await night.waiting({ numberOfTickets: 2, atLeast: 1 })
    const last = await night.waiting({ numberOfTickets: 1, automatic: true })
    await night.takeBack(0)
    const { waiting, counts } = await mine()
    expect(counts).toMatchObject({ bookings: 1, waiting: 3 })
    expect(waiting.map(({ entryId, place }) => [entryId, place])).toEqual([
      [group.entryId, 1],
      [single.entryId, 2],
      [last.entryId, 3],
    ])
    expect(waiting[0]).toMatchObject({
      numberOfTickets: 4,
      atLeast: 4,
      automatic: false,
      state: 'waiting',
      offer: null,
      passedOver: { times: 1, firstAt: clocked.now().toISOString(), saved: 0 },
    })
    expect(waiting[1]).toMatchObject({ state: 'offered', offer: { numberOfTickets: 1 }, passedOver: null })
    expect(waiting[2]).toMatchObject({ state: 'waiting', automatic: true, email: last.person.email })

    // Searched for, everybody keeps their place; page by page too.
    const { waiting: found } = await mine({ q: last.person.email })
    expect(found.map(({ place }) => place)).toEqual([3])
    const first = await mine({ limit: 2 })
    const rest = await mine({ limit: 2, cursor: first.nextWaiting ?? '' })
    expect([rest.guests, rest.waiting.map(({ entryId }) => entryId), rest.nextWaiting]).toEqual([
      [],
      [last.entryId],
      null,
    ])

    // An offer that ran out is over, swept or not.
    clocked.pass(35 * HOUR)
    expect((await mine()).waiting[1]).toMatchObject({ state: 'resting', offer: null })
    clocked.pass(-35 * HOUR)

    // Who rests is not in the way of those behind.
    await w.deps.db
      .update(waitingEntries)
      .set({ restingSince: clocked.now() })
      .where(eq(waitingEntries.id, group.entryId))
    expect((await mine()).waiting.map(({ place, state }) => [place, state])).toEqual([
      [1, 'resting'],
      [1, 'offered'],
      [2, 'waiting'],
    ])
  })
})

describe('a guest added by name', () => {
  test('is a booking: sold, in the CSV without an address, and nobody gets an account or a mail', async () => {
    const { id: eventId } = await w.event(creator)
    const accounts = await w.deps.db.$count(users)
    const guest = await add(eventId, { name: 'Aunt Nuala', numberOfTickets: 3, email: 'nuala@example.org' })
    expect(guest).toMatchObject({ name: 'Aunt Nuala', numberOfTickets: 3, email: 'nuala@example.org', isByName: true })
    expect(await soldOf(eventId)).toBe(3)
    expect(await w.deps.db.$count(users)).toBe(accounts)
    expect(await w.deps.db.$count(mails, eq(mails.ticketId, guest.ticketId))).toBe(0)
    const csv = await creator.api.events.purchasers({ params: { eventId } })
    expect(csv.split('\r\n')[1]).toBe(`Aunt Nuala,,,3,${guest.bookedAt}`)
    expect((await creator.api.team.history({ params: { eventId } })).map(({ act }) => act)).toEqual(['added-guest'])
  })

  test('gets the ticket by mail if they asked for it, without the links that others wrote', async () => {
    const { id: eventId } = await w.event(creator, { title: 'Win at casino.example now' })
    await collectMails(w.deps)
    const { ticketId } = await add(eventId, { email: 'nuala@example.org', mail: true, numberOfTickets: 2 })
    const [mail, ...more] = await collectMails(w.deps)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'nuala@example.org', subject: 'Your booking: Win at now' })
    expect(mail!.text).toContain('Hello Aunt Nuala,\n\nThe organiser has put you on the guest list.')
    expect(mail!.html + mail!.text).not.toContain('casino.example')
    expect(mail!.html + mail!.text).not.toContain('my-bookings')
    expect(mail!.text).toContain(`/events/${eventId}`)
    expect(mail!.attachments?.map(({ filename }) => filename)).toEqual(['event.ics', 'booking-code.png'])
    expect(mail!.attachments?.[0]?.content).toContain(`booking-${ticketId}@`)
  })

  test('is not mailed without an address, and a bad one is refused', async () => {
    const { id: eventId } = await w.event(creator)
    await expect(add(eventId, { mail: true })).rejects.toMatchObject({
      status: 400,
      message: 'Please enter the email address to send the ticket to.',
    })
    await expect(add(eventId, { email: 'nuala', mail: true })).rejects.toMatchObject({ status: 400 })
    await expect(add(eventId, { name: ' ' })).rejects.toMatchObject({ message: 'Please fill in all fields' })
    await expect(add(eventId, { name: 'See evil.example' })).rejects.toMatchObject({ status: 400 })
    await expect(add(eventId, { numberOfTickets: 5 })).rejects.toMatchObject({
      message: 'Please choose between 1 and 4 tickets',
    })
    expect(await soldOf(eventId)).toBe(0)
  })

  test('takes no more seats than there are, and none that are held for others', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 3 })
    await add(eventId, { numberOfTickets: 2 })
    await expect(add(eventId, { numberOfTickets: 2 })).rejects.toMatchObject({
      code: 'too_few_left',
      message: 'Only 1 tickets left',
    })
    await add(eventId)
    await expect(add(eventId)).rejects.toMatchObject({ code: 'sold_out' })

    const night = await soldOut(clocked, { seats: [1, 1], startsIn: 20 * 24 * HOUR })
    await night.waiting({ numberOfTickets: 1 })
    await night.takeBack(0)
    expect(await night.counts()).toEqual({ sold: 1, held: 1, left: 0 })
    await expect(add(night.event.id, {}, night.creator)).rejects.toMatchObject({ code: 'sold_out' })
  })

  test('the last seat goes to one of a guest by name and somebody who books', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 1 })
    const anna = await w.person()
    const results = await Promise.allSettled([add(eventId), book(anna, eventId), add(eventId)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await soldOf(eventId)).toBe(1)
  })

  test('cannot be added to what is a draft, cancelled, postponed or over', async () => {
    const refused = async (fields: Parameters<World['event']>[1]) => {
      const { id } = await w.event(creator, fields)
      return add(id).then(
        () => 'added',
        (error: unknown) => (error as { code: string }).code,
      )
    }
    expect(await refused({ status: 'draft' })).toBe('event_not_found')
    expect(await refused({ status: 'cancelled' })).toBe('event_cancelled')
    expect(await refused({ status: 'postponed' })).toBe('event_postponed')
    expect(await refused({ startTime: new Date(clocked.now().getTime() - 5 * HOUR) })).toBe('event_ended')
  })

  test('can be added once booking has closed: the list is the organiser’s', async () => {
    const { id: eventId } = await w.event(creator, { bookingClosesAt: clocked.now() })
    const anna = await w.person()
    await expect(book(anna, eventId)).rejects.toMatchObject({ code: 'booking_closed' })
    expect(await add(eventId)).toMatchObject({ name: 'Aunt Nuala' })
    expect(await soldOf(eventId)).toBe(1)
  })

  test('a repeated key adds once, and one that was used for somebody else is refused', async () => {
    const [one, two] = [await w.event(creator), await w.event(creator)]
    const guest = { name: 'Aunt Nuala', numberOfTickets: 2, key: 'guest-key-1' }
    const answers = await Promise.all([add(one.id, guest), add(one.id, guest)])
    expect(answers[0]).toEqual(answers[1])
    expect(await soldOf(one.id)).toBe(2)
    const reused = { code: 'idempotency_key_reused' }
    await expect(add(one.id, { ...guest, name: 'Uncle Colm' })).rejects.toMatchObject(reused)
    await expect(add(one.id, { ...guest, numberOfTickets: 1 })).rejects.toMatchObject(reused)
    await expect(add(two.id, guest)).rejects.toMatchObject(reused)
    // Another person's key is another key.
    const manager = await w.person()
    const { id } = await w.event(creator, { managerIds: [manager.id] })
    await add(id, guest, manager)
    // Two events at the same moment: one of them has it.
    const raced = { ...guest, key: 'guest-key-2' }
    const results = await Promise.allSettled([add(one.id, raced), add(two.id, raced)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await soldOf(one.id))! + (await soldOf(two.id))!).toBe(4)
  })

  test('can be taken back: told by mail if they asked for mails, and else nobody is told', async () => {
    const { id: eventId } = await w.event(creator)
    const takeBack = (ticketId: number) =>
      creator.api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason: 'See evil.example' } })
    const silent = await add(eventId, { email: 'silent@example.org' })
    await takeBack(silent.ticketId)
    expect(await w.deps.db.$count(mails, eq(mails.ticketId, silent.ticketId))).toBe(0)
    const told = await add(eventId, { email: 'told@example.org', mail: true })
    await collectMails(w.deps)
    await takeBack(told.ticketId)
    const [mail] = await collectMails(w.deps)
    expect(mail).toMatchObject({
      to: 'told@example.org',
      subject: 'The organiser cancelled your booking: Fiddle Night',
    })
    expect(mail!.text).not.toContain('evil.example')
    expect(mail!.attachments?.[0]?.content).toContain('METHOD:CANCEL')
    expect(await soldOf(eventId)).toBe(0)
    expect((await list(eventId)).guests).toEqual([])
  })
})

test('a friend to whom a place was sent is in the list beside the person who booked, and is found by name', async () => {
  const { event, creator } = await soldOut(clocked, { seats: [1], startsIn: 20 * 24 * HOUR, capacity: 9 })
  const params = { eventId: event.id }
  const niamh = await w.person({ firstName: 'Niamh', lastName: 'Byrne' })
  const { id: ticketId } = await niamh.api.tickets.book({ body: { ...params, numberOfTickets: 3 } })
  const send = (name: string) => niamh.api.places.send({ params: { ticketId }, body: { name } })
  const sean = await send('Sean')
  await send('Aoife Ní Dhomhnaill')
  await niamh.api.places.takeBack({ params: { ticketId, placeId: sean.id } })
  const found = async (q: string) => (await creator.api.guests.list({ params, query: { q } })).guests
  expect(await found('aoife ni')).toMatchObject([{ name: 'Niamh Byrne', friends: ['Aoife Ní Dhomhnaill'] }])
  expect(await found('niamh aoife')).toHaveLength(1)
  expect(await found('sean')).toEqual([])
})

test('the fuller CSV has answers, who is in, what was returned and who waits, and no formulas', async () => {
  const night = await soldOut(clocked, { seats: [2, 1], startsIn: 20 * 24 * HOUR })
  const params = night.params
  const waiting = await night.waiting({ numberOfTickets: 3 })
  await w.deps.db.update(users).set({ firstName: '=HYPERLINK("x")' }).where(eq(users.id, waiting.person.id))
  const rows = await w.deps.db.select().from(tickets).where(eq(tickets.eventId, night.event.id)).orderBy(tickets.id)
  await w.deps.db.update(tickets).set({ coming: true, admitted: 1 }).where(eq(tickets.id, rows[0]!.id))
  await w.deps.db.insert(ticketPlaces).values([
    { ticketId: rows[0]!.id, name: 'Sean', takenBackAt: clocked.now() },
    { ticketId: rows[0]!.id, name: 'Aoife' },
  ])
  await night.takeBack(1)
  const csv = await night.creator.api.guests.csv({ params })
  const people = await w.deps.db.select().from(users)
  const person = (id: number | null) => {
    const { firstName, lastName, email } = people.find((one) => one.id === id)!
    return `${firstName},${lastName},${email}`
  }
  const [a, b] = rows
  expect(csv.replace('\uFEFF', '').split('\r\n')).toEqual([
    'List,First name,Last name,Email,Tickets,Answer,Let in,Returned,Booked at,Returned at,Place,Sent to',
    `Guests,${person(a!.userId)},2,Coming,1,0,${a!.createdAt.toISOString()},,,Aoife`,
    `Guests,${person(b!.userId)},0,,0,1,${b!.createdAt.toISOString()},${clocked.now().toISOString()},,`,
    `Waiting list,"'=HYPERLINK(""x"")",Byrne,${waiting.person.email},3,,,,${clocked.now().toISOString()},,1,`,
    '',
  ])
})

test('fifty tickets a day can be mailed to addresses that others typed', async () => {
  const limited = await openClockedWorld({ env: { RATE_LIMITS: 'on' } })
  try {
    const organiser = await limited.w.person()
    const { id: eventId } = await limited.w.event(organiser, { capacity: 200 })
    for (let n = 0; n < 50; n++) await limited.w.deps.limits.take('guestTicket', organiser.id)
    await expect(add(eventId, { email: 'x@example.org', mail: true }, organiser)).rejects.toMatchObject({ status: 429 })
    await add(eventId, { email: 'x@example.org' }, organiser)
  } finally {
    await limited.w.close()
  }
})
