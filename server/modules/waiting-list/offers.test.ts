// Who is offered which seats, when, and what becomes of it (docs/product/seats.md#offers), under a fake clock.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { offers } from '../../db/schema/waiting-list.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { NOON, openClockedWorld, soldOut, type Clocked } from '../../test-support/sold-out.ts'

/** From noon, for an event that is more than 7 days away: 24 hours and a night. */
const TO_ANSWER = 34 * HOUR
let clocked: Clocked
beforeAll(async () => {
  clocked = await openClockedWorld()
})
afterAll(() => clocked.w.close())
beforeEach(() => void clocked.set(NOON))

const full = (startsIn: number, ...seats: number[]) => soldOut(clocked, { seats, startsIn })
const singles = (count: number) => Array<number>(count).fill(1)
const after = (ms: number) => new Date(clocked.now().getTime() + ms).toISOString()

describe('seats that come free are offered in order of joining', () => {
  test('as many offers at once as seats allow, and what nobody waiting can use is for everybody', async () => {
    const { waiting, takeBack, offered, counts } = await full(10 * DAY, 4)
    const [anna, ben] = [await waiting({ numberOfTickets: 2 }), await waiting()]
    await takeBack(0)
    expect(await offered()).toEqual([
      [anna.entryId, 2],
      [ben.entryId, 1],
    ])
    expect(await counts()).toEqual({ sold: 0, held: 3, left: 1 })
  })

  test('who takes fewer is offered what there is; who does not is passed over and keeps the place', async () => {
    const { waiting, takeBack, offered } = await full(10 * DAY, 1, 2, 4)
    const anna = await waiting({ numberOfTickets: 4 })
    const ben = await waiting({ numberOfTickets: 3, atLeast: 2 })
    const cara = await waiting()
    await takeBack(0)
    expect(await offered()).toEqual([[cara.entryId, 1]])
    await takeBack(1)
    expect(await offered()).toEqual([
      [ben.entryId, 2],
      [cara.entryId, 1],
    ])
    expect(await anna.entry()).toMatchObject({ state: 'waiting', place: 1 })
    expect(await ben.entry()).toMatchObject({ state: 'offered', offer: { numberOfTickets: 2 } })
  })

  test('more comes free while part of a wish is offered: the offer grows, and there is still one', async () => {
    const { waiting, takeBack, offered, mailsTo } = await full(10 * DAY, 1, 1)
    const anna = await waiting({ numberOfTickets: 2, atLeast: 1 })
    await takeBack(0)
    clocked.pass(HOUR)
    await takeBack(1)
    expect(await offered()).toEqual([[anna.entryId, 2]])
    expect(await anna.entry()).toMatchObject({
      // The last hour of the 24 is behind a second night.
      offer: { numberOfTickets: 2, expiresAt: after(DAY + 20 * HOUR) },
    })
    expect(await mailsTo(anna.person)).toEqual(['offer', 'offer'])
    // The first one tells nothing any more by the time it is sent.
    expect((await collectMails(clocked.w.deps)).filter(({ to }) => to === anna.person.email)).toMatchObject([
      { subject: '2 places for you: Fiddle Night' },
    ])
  })
})

describe('saving up for a group', () => {
  /** A group of two that single seats pass by. */
  async function passedBy(startsIn = 10 * DAY) {
    const event = await full(startsIn, ...singles(8))
    const group = await event.waiting({ numberOfTickets: 2 })
    const passOnce = async (n: number) => {
      const single = await event.waiting()
      await event.takeBack(n)
      await single.accept()
    }
    return { ...event, group, passOnce }
  }

  test('after the second time seats are held until they fit', async () => {
    const { passOnce, waiting, takeBack, counts, offered, group } = await passedBy()
    await passOnce(0)
    await passOnce(1)
    const late = await waiting()
    await takeBack(2)
    expect(await counts()).toMatchObject({ held: 1, left: 0 })
    expect(await offered()).toEqual([])
    await takeBack(3)
    expect(await offered()).toEqual([[group.entryId, 2]])
    await group.decline()
    expect(await offered()).toEqual([[late.entryId, 1]])
    expect(await counts()).toMatchObject({ held: 1, left: 1 })
  })

  test('or 48 hours after the first time', async () => {
    const { passOnce, takeBack, counts } = await passedBy()
    await passOnce(0)
    clocked.pass(48 * HOUR - 1)
    await takeBack(1)
    expect(await counts()).toMatchObject({ held: 0, left: 1 })
    const other = await passedBy()
    await other.passOnce(0)
    clocked.pass(48 * HOUR)
    await other.takeBack(1)
    expect(await other.counts()).toMatchObject({ held: 1, left: 0 })
  })

  test('what is for everybody already stays so, but counts when it fits', async () => {
    const { takeBack, counts, offered, group, settle } = await passedBy()
    await takeBack(0)
    await settle()
    expect(await counts()).toMatchObject({ held: 0, left: 1 })
    await takeBack(1)
    expect(await offered()).toEqual([[group.entryId, 2]])
    expect(await counts()).toMatchObject({ held: 2, left: 0 })
  })

  test('at the latest until 48 hours before the start', async () => {
    const { passOnce, takeBack, counts, settle, event } = await passedBy(60 * HOUR)
    await passOnce(0)
    await passOnce(1)
    await takeBack(2)
    expect(await counts()).toMatchObject({ held: 1, left: 0 })
    clocked.set(new Date(event.startTime.getTime() - 48 * HOUR))
    await settle()
    expect(await counts()).toMatchObject({ held: 0, left: 1 })
  })

  test('when the group leaves, the seats go on', async () => {
    const { passOnce, takeBack, counts, group } = await passedBy()
    await passOnce(0)
    await passOnce(1)
    await takeBack(2)
    await group.leave()
    expect(await counts()).toMatchObject({ held: 0, left: 1 })
  })
})

test('what is saved up for a group is not for who comes back in front of it', async () => {
  const { event, waiting, takeBack, counts, offered, settle } = await full(20 * DAY, ...singles(8))
  const anna = await waiting()
  await takeBack(0)
  clocked.pass(TO_ANSWER)
  await settle()
  expect(await anna.entry()).toMatchObject({ state: 'resting' })
  // Her seat is everybody's now.
  await (await clocked.w.person()).api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  const group = await waiting({ numberOfTickets: 3 })
  for (const n of [1, 2]) {
    const single = await waiting()
    await takeBack(n)
    await single.accept()
  }
  await takeBack(3)
  await takeBack(4)
  expect(await counts()).toMatchObject({ held: 2, left: 0 })
  expect(await anna.resume()).toMatchObject({ state: 'waiting', place: 1, of: 2 })
  expect(await offered()).toEqual([])
  expect(await counts()).toMatchObject({ held: 2, left: 0 })
  await takeBack(5)
  expect(await offered()).toEqual([[anna.entryId, 1]])
  await takeBack(6)
  expect(await offered()).toEqual([
    [anna.entryId, 1],
    [group.entryId, 3],
  ])
})

describe('the time of an offer', () => {
  test.each([true, false])(
    'who is late gets as many as were offered, also where more is free (swept: %s)',
    async (swept) => {
      const { waiting, takeBack, giveBack, settle } = await full(10 * DAY, 1, 2)
      const anna = await waiting({ numberOfTickets: 3, atLeast: 1 })
      await takeBack(0)
      clocked.pass(TO_ANSWER - MINUTE)
      await giveBack(1)
      clocked.pass(2 * MINUTE)
      if (swept) await settle()
      expect(await anna.accept()).toMatchObject({ numberOfTickets: 1 })
    },
  )

  test('it is dead at its time, swept or not: the next one is asked, and who was late rests until still interested', async () => {
    const { waiting, takeBack, offered, settle, mailsTo } = await full(10 * DAY, 1, 1)
    const [anna, ben] = [await waiting(), await waiting()]
    await takeBack(0)
    const { offer } = await anna.entry()
    expect(offer).toEqual({ numberOfTickets: 1, expiresAt: after(TO_ANSWER) })
    clocked.pass(TO_ANSWER)
    expect(await anna.entry()).toMatchObject({ state: 'resting', offer: null })
    await expect(anna.accept()).rejects.toMatchObject({ status: 409, message: 'This offer has expired' })
    await settle()
    expect(await offered()).toEqual([[ben.entryId, 1]])
    expect(await ben.entry()).toMatchObject({ place: 1, of: 1 })
    expect(await mailsTo(anna.person)).toEqual(['offer', 'offer-expired'])
    await takeBack(1)
    expect(await offered()).toEqual([[ben.entryId, 1]])
    expect(await anna.resume()).toMatchObject({ state: 'offered', place: 1, of: 2 })
  })

  test('a late press that is refused takes nothing from the next one: the seat is offered on at once', async () => {
    const { waiting, takeBack, offered } = await full(10 * DAY, 1)
    const [anna, ben] = [await waiting(), await waiting()]
    await takeBack(0)
    clocked.pass(TO_ANSWER)
    // Nobody has swept it yet, and everybody sees where they are.
    expect(await anna.entry()).toMatchObject({ state: 'resting', place: 1, of: 2 })
    expect(await ben.entry()).toMatchObject({ state: 'waiting', place: 1, of: 1 })
    await expect(anna.accept()).rejects.toMatchObject({ status: 409, message: 'This offer has expired' })
    expect(await offered()).toEqual([[ben.entryId, 1]])
  })

  test.each([true, false])(
    'who takes fewer than were offered wishes for no more, also when it is late (swept: %s)',
    async (swept) => {
      const { waiting, takeBack, offered, settle, counts } = await full(10 * DAY, 3)
      const anna = await waiting({ numberOfTickets: 3 })
      await takeBack(0)
      clocked.pass(TO_ANSWER)
      if (swept) await settle()
      expect(await anna.accept(1)).toMatchObject({ numberOfTickets: 1 })
      await expect(anna.entry()).rejects.toMatchObject({ status: 404 })
      expect(await offered()).toEqual([])
      expect(await counts()).toEqual({ sold: 1, held: 0, left: 2 })
    },
  )

  test('who books on the page while they rest, rests on', async () => {
    const { waiting, takeBack, offered, settle } = await full(10 * DAY, 2)
    const anna = await waiting({ numberOfTickets: 2 })
    await takeBack(0)
    clocked.pass(TO_ANSWER)
    await settle()
    await anna.book(1)
    expect(await anna.entry()).toMatchObject({ state: 'resting', numberOfTickets: 1 })
    expect(await offered()).toEqual([])
    expect(await anna.resume()).toMatchObject({ state: 'offered' })
  })

  test('who accepts at the very second of the end still gets the seat, if nobody else waits for it', async () => {
    const { waiting, takeBack, counts } = await full(10 * DAY, 1)
    const anna = await waiting()
    await takeBack(0)
    clocked.pass(TO_ANSWER)
    const ticket = await anna.accept()
    expect(ticket).toMatchObject({ numberOfTickets: 1 })
    expect(await anna.accept()).toEqual(ticket)
    expect(await counts()).toEqual({ sold: 1, held: 0, left: 0 })
  })

  test('a seat whose offer is over can be booked by anybody at once', async () => {
    const { waiting, takeBack, event } = await full(10 * DAY, 1)
    await waiting()
    await takeBack(0)
    const ben = await clocked.w.person()
    const booking = { body: { eventId: event.id, numberOfTickets: 1 } }
    await expect(ben.api.tickets.book(booking)).rejects.toMatchObject({ code: 'sold_out' })
    clocked.pass(TO_ANSWER)
    expect(await ben.api.tickets.book(booking)).toMatchObject({ numberOfTickets: 1 })
  })

  test('accepting and booking the last seat at once: one of them gets it', async () => {
    const { waiting, takeBack, event, counts } = await full(10 * DAY, 1)
    const anna = await waiting()
    await takeBack(0)
    const ben = await clocked.w.person()
    const book = () => ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    clocked.pass(TO_ANSWER)
    const results = await Promise.allSettled([anna.accept(), book()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await counts()).toEqual({ sold: 1, held: 0, left: 0 })
  })

  test('at night it is made and held, but told and timed from 08:00', async () => {
    clocked.set('2026-10-24T22:00:00Z')
    const { waiting, takeBack, counts } = await full(10 * DAY, 1)
    const anna = await waiting()
    await takeBack(0)
    expect(await counts()).toMatchObject({ held: 1, left: 0 })
    // Clocks go back in that night.
    expect(await anna.entry()).toMatchObject({ offer: { expiresAt: '2026-10-26T18:00:00.000Z' } })
    const [mail] = await clocked.w.deps.db.select().from(mails).where(eq(mails.userId, anna.person.id))
    expect(mail).toMatchObject({ kind: 'offer', nextAttemptAt: new Date('2026-10-25T08:00:00Z') })
  })

  test('an event that is moved takes its offers with it: none lasts beyond one hour before the start', async () => {
    const { waiting, takeBack, event, settle } = await full(10 * DAY, 1)
    const anna = await waiting()
    await takeBack(0)
    const startTime = new Date(clocked.now().getTime() + 5 * HOUR)
    await clocked.w.deps.db.update(events).set({ startTime }).where(eq(events.id, event.id))
    await settle()
    expect(await anna.entry()).toMatchObject({ offer: { expiresAt: after(4 * HOUR) } })
  })
})

describe('the last hours', () => {
  test('in the last hour nothing is held: everybody waiting is told, and the first tap wins', async () => {
    const { waiting, giveBack, counts, settle, mailsTo, event } = await full(3 * HOUR, 1, 1)
    const [anna, ben] = [await waiting(), await waiting({ numberOfTickets: 2 })]
    clocked.set(new Date(event.startTime.getTime() - HOUR))
    await settle()
    await giveBack(0)
    expect(await counts()).toEqual({ sold: 1, held: 0, left: 1 })
    await settle()
    const told = ['nothing-free', 'last-places']
    expect([await mailsTo(anna.person), await mailsTo(ben.person)]).toEqual([told.slice(1), told.slice(1)])
    expect(await ben.accept(1)).toMatchObject({ numberOfTickets: 1 })
    await expect(anna.accept()).rejects.toMatchObject({ status: 409, message: 'This offer has expired' })
    // Somebody else gives back: told once more.
    clocked.pass(10 * MINUTE)
    await giveBack(1)
    expect(await mailsTo(anna.person)).toEqual(['last-places', 'last-places'])
    expect(await anna.accept()).toMatchObject({ numberOfTickets: 1 })
  })

  test('an offer ends with the hour, and its seat is told to all', async () => {
    const { waiting, takeBack, settle, counts, mailsTo, event } = await full(70 * MINUTE, 1)
    const [anna, ben] = [await waiting(), await waiting()]
    await takeBack(0)
    expect(await anna.entry()).toMatchObject({ offer: { expiresAt: after(10 * MINUTE) } })
    clocked.set(new Date(event.startTime.getTime() - HOUR))
    await settle()
    expect(await counts()).toEqual({ sold: 0, held: 0, left: 1 })
    expect(await mailsTo(ben.person)).toEqual(['last-places'])
    expect(await ben.book()).toMatchObject({ numberOfTickets: 1 })
    await expect(ben.entry()).rejects.toMatchObject({ status: 404 })
  })

  test('after the start the list is over: who waited books like everybody, also while a seat can be taken back', async () => {
    const { waiting, giveBack, settle, event } = await full(3 * HOUR, 1, 1)
    const anna = await waiting()
    clocked.set(new Date(event.startTime.getTime() + MINUTE))
    await settle()
    await giveBack(0)
    expect(await anna.book()).toMatchObject({ numberOfTickets: 1 })
    expect(await anna.entry()).toMatchObject({ state: 'waiting' })
  })

  test('two hours before the start those still waiting are told once that nothing has come free', async () => {
    const { waiting, settle, mailsTo, event } = await full(3 * HOUR, 1)
    const anna = await waiting()
    clocked.set(new Date(event.startTime.getTime() - 2 * HOUR))
    const late = await waiting()
    await settle()
    clocked.pass(MINUTE)
    await settle()
    expect([await mailsTo(anna.person), await mailsTo(late.person)]).toEqual([['nothing-free'], ['nothing-free']])
    const [mail] = (await collectMails(clocked.w.deps)).filter(({ to }) => to === anna.person.email)
    expect(mail?.text).toMatch(/starts in two hours[\s\S]*\/links\/[\w-]{34}\n/)
  })
})

describe('book me without asking', () => {
  test('until 24 hours before: booked and told; after that it is asked', async () => {
    const { waiting, takeBack, counts, event, offered, mailsTo } = await full(3 * DAY, 2, 1)
    const [anna, ben] = [
      await waiting({ numberOfTickets: 2, automatic: true }),
      await waiting({ numberOfTickets: 1, automatic: true }),
    ]
    await takeBack(0)
    expect(await counts()).toEqual({ sold: 3, held: 0, left: 0 })
    expect(await anna.person.api.tickets.list()).toMatchObject([{ numberOfTickets: 2 }])
    expect(await mailsTo(anna.person)).toEqual(['booked-for-you'])
    const told = (await collectMails(clocked.w.deps)).find(({ to }) => to === anna.person.email)
    expect(told?.text).toContain('we’ve booked it for you')
    clocked.set(new Date(event.startTime.getTime() - 24 * HOUR))
    await takeBack(1)
    expect(await offered()).toEqual([[ben.entryId, 1]])
  })

  test('who declines in the moment in which it is booked for them has a booking, and waits no more', async () => {
    const { waiting, giveBack, counts } = await full(3 * DAY, 2)
    const anna = await waiting({ numberOfTickets: 2, automatic: true })
    await giveBack(0)
    // The two minutes are over, and nobody has looked since.
    clocked.pass(3 * MINUTE)
    expect(await anna.decline()).toEqual({ state: 'ended' })
    expect(await counts()).toEqual({ sold: 2, held: 0, left: 0 })
    expect(await anna.person.api.tickets.list()).toMatchObject([{ numberOfTickets: 2 }])
  })
})

test('a seat that everybody can book stays so, however often it is looked at', async () => {
  const { event, waiting, giveBack, counts, settle } = await full(60 * HOUR, 2, 1, 2, 2)
  await waiting({ numberOfTickets: 3 })
  const ben = await waiting()
  await giveBack(1)
  clocked.pass(HOUR)
  // Ben is offered the first; nobody waiting can use the second, and somebody books it while it could still be undone.
  await giveBack(0, 1)
  await (await clocked.w.person()).api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await ben.decline()
  const open = { sold: 6, held: 0, left: 1 }
  expect(await counts()).toEqual(open)
  await settle()
  expect(await counts()).toEqual(open)
})

test('a seat that was given back a moment ago is for everybody as soon as it fits nobody who waits', async () => {
  const { event, waiting, takeBack, giveBack, counts, settle } = await full(10 * DAY, 1, 1, 1)
  await waiting({ numberOfTickets: 2 })
  await takeBack(0)
  await settle()
  await giveBack(1)
  // One and one would fit.
  expect(await counts()).toEqual({ sold: 1, held: 1, left: 1 })
  await (await clocked.w.person()).api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await clocked.w.deps.jobs.runDue()
  expect(await counts()).toEqual({ sold: 2, held: 0, left: 1 })
})

describe('events that make no offers', () => {
  test.each([
    ['cancelled', { status: 'cancelled' as const }],
    ['postponed', { status: 'postponed' as const }],
    ['hidden', { hiddenAt: NOON }],
  ])('%s: what was offered is taken back, and comes again afterwards', async (_, fields) => {
    const { waiting, takeBack, offered, settle, event, counts } = await full(10 * DAY, 1, 1)
    const [anna, ben] = [await waiting(), await waiting()]
    await takeBack(0)
    const set = (changed: Partial<typeof events.$inferInsert>) =>
      clocked.w.deps.db.update(events).set(changed).where(eq(events.id, event.id))
    await set(fields)
    await settle()
    await takeBack(1)
    expect(await offered()).toEqual([])
    expect(await counts()).toMatchObject({ held: 0 })
    await set({ status: 'published', hiddenAt: null })
    await settle()
    expect(await offered()).toEqual([
      [anna.entryId, 1],
      [ben.entryId, 1],
    ])
  })

  test('begun', async () => {
    const { waiting, takeBack, event, offered, mailsTo } = await full(3 * HOUR, 1)
    const anna = await waiting()
    clocked.set(event.startTime)
    await takeBack(0)
    expect(await offered()).toEqual([])
    expect(await mailsTo(anna.person)).toEqual([])
  })
})

test('settling again and again changes nothing more', async () => {
  const { waiting, giveBack, takeBack, settle, event } = await full(10 * DAY, 1, 1, 2)
  await waiting({ numberOfTickets: 3 })
  await waiting({ numberOfTickets: 2, atLeast: 1 })
  await takeBack(0)
  await giveBack(2)
  const state = async () => ({
    events: await clocked.w.deps.db.select().from(events).where(eq(events.id, event.id)),
    offers: await clocked.w.deps.db.select().from(offers).where(eq(offers.eventId, event.id)),
    entries: (await clocked.w.deps.db.execute(sql`select * from waiting_entries where event_id = ${event.id}`)).rows,
    mails: (await clocked.w.deps.db.execute(sql`select id, kind from mails order by id`)).rows,
  })
  const before = await state()
  await settle()
  await settle()
  expect(await state()).toEqual(before)
})
