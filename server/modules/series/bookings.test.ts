// Several dates in one press, and a standing place: what is booked, for whom, and what ends it.
import { and, eq, notInArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails } from '../../db/schema/mails.ts'
import { standingPlaces } from '../../db/schema/series.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { book, change, datesOf, event, extend, NOW, opened } from '../../test-support/weekly-series.ts'
import type { Person } from '../../test-support/world.ts'

test('several dates are booked in one press: all or none, what there is, or the waiting list too', async () => {
  const { w, series, person } = await opened({ event: event({ capacity: 1 }) })
  const [ann, ben] = [await person(), await person()]
  const ids = series.dates.slice(0, 3).map(({ id }) => id)
  await book(ben, ids[1]!)
  const params = { seriesId: series.id }
  const body = { eventIds: ids, numberOfTickets: 1 }
  await expect(ann.api.series.book({ params, body })).rejects.toThrow(
    'Not all of these dates can be booked, so nothing was booked: This event is sold out',
  )
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, ann.id))).toBe(0)
  const headers = { 'idempotency-key': 'press-once' }
  const first = await ann.api.series.book({ params, headers, body: { ...body, ifFull: 'wait' } })
  expect(first.dates.map(({ outcome }) => outcome)).toEqual(['booked', 'waiting', 'booked'])
  const again = await ann.api.series.book({ params, headers, body: { ...body, ifFull: 'wait' } })
  expect(again).toEqual(first)
  expect(await w.deps.db.$count(tickets, eq(tickets.userId, ann.id))).toBe(2)
  const skipped = await ben.api.series.book({ params, body: { ...body, ifFull: 'skip' } })
  expect(skipped.dates.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['refused', 'This event is sold out'],
    ['refused', 'This event is sold out'],
    ['refused', 'This event is sold out'],
  ])
})

test('many people book the same dates at once, and no seat is sold twice', async () => {
  const { w, series, person } = await opened({ event: event({ capacity: 3 }) })
  const people = await Promise.all(Array.from({ length: 8 }, () => person()))
  const ids = series.dates.slice(0, 4).map(({ id }) => id)
  const params = { seriesId: series.id }
  const results = await Promise.allSettled(
    people.map((one, at) =>
      one.api.series.book({ params, body: { eventIds: at % 2 ? ids : ids.toReversed(), numberOfTickets: 1 } }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const rows = await datesOf(w, series.id)
  expect(rows.slice(0, 4).map(({ ticketsSold }) => ticketsSold)).toEqual([3, 3, 3, 3])
})

test('a standing place books each new date before it is public, in the order of asking, for half of the seats', async () => {
  const { w, time, series, person } = await opened({ event: event({ capacity: 5 }), standingAllowed: true })
  const params = { seriesId: series.id }
  const people: Person[] = []
  for (let n = 0; n < 3; n++) people.push(await person({ emailConfirmedAt: NOW }))
  for (const one of people) {
    await one.api.series.stand({ params, body: { numberOfTickets: 1 } })
    time.add(0.001)
  }
  time.add(14)
  await extend(w)
  const known = series.dates.map(({ id }) => id)
  const newOf = (one: Person) =>
    w.deps.db.$count(tickets, and(eq(tickets.userId, one.id), notInArray(tickets.eventId, known)))
  const dates = (await datesOf(w, series.id)).slice(-2)
  expect(dates.map(({ ticketsSold }) => ticketsSold)).toEqual([2, 2])
  const [ann, , late] = people
  expect(await newOf(ann!)).toBe(2)
  expect(await newOf(late!)).toBe(0)
  await w.deps.jobs.runDue()
  const sent = await w.deps.db.select().from(mails).where(eq(mails.userId, ann!.id))
  expect(sent.map(({ kind }) => kind)).toEqual(['standing-booked', 'standing-booked'])
  expect(sent[0]?.sentAt).not.toBeNull()
  await ann!.api.series.leave({ params })
  expect(await ann!.api.series.mine({ params })).toMatchObject({ standing: null })
  time.add(7)
  await extend(w)
  expect(await newOf(ann!)).toBe(2)
  expect(await newOf(late!)).toBe(1)
})

test('a standing place also books the dates that are there, within its share, and one email says which', async () => {
  const { w, series, person, nora } = await opened({ event: event({ capacity: 4 }), standingAllowed: true })
  const params = { seriesId: series.id }
  const [ann, ben, cat] = [
    await person({ emailConfirmedAt: NOW }),
    await person({ emailConfirmedAt: NOW }),
    await person({ emailConfirmedAt: NOW }),
  ]
  const [own, full, cancelled, waited] = series.dates.map(({ id }) => id)
  await book(ann, own!)
  const guests = await Promise.all(Array.from({ length: 2 }, () => person()))
  for (const guest of guests) await book(guest, full!, 2)
  for (const guest of guests) await book(guest, waited!, 2)
  await ann.api.waitingList.join({ params: { eventId: waited! }, body: { numberOfTickets: 1, atLeast: 1 } })
  await nora.api.events.cancel({ params: { eventId: cancelled! }, body: {} })
  const seats = async () => (await datesOf(w, series.id)).map(({ ticketsSold }) => ticketsSold)
  await ann.api.series.stand({ params, body: { numberOfTickets: 1 } })
  expect(await seats()).toEqual([1, 4, 0, 4, ...Array<number>(8).fill(1)])
  // Half of four seats: one is left for Ben, who wants two, and then for Cat.
  await ben.api.series.stand({ params, body: { numberOfTickets: 2 } })
  expect(await seats()).toEqual([1, 4, 0, 4, ...Array<number>(8).fill(1)])
  await cat.api.series.stand({ params, body: { numberOfTickets: 1 } })
  expect(await seats()).toEqual([2, 4, 0, 4, ...Array<number>(8).fill(2)])
  // Again books nothing, also what was given back.
  const [returned] = await w.deps.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.userId, cat.id), eq(tickets.eventId, own!)))
  await cat.api.tickets.return({ params: { ticketId: returned!.id }, body: {} })
  await cat.api.series.stand({ params, body: { numberOfTickets: 2 } })
  expect((await seats())[0]).toBe(1)
  const sent = await collectMails(w.deps)
  expect(sent.filter(({ to }) => to === ben.email)).toEqual([])
  expect(sent.filter(({ to }) => to === cat.email).map(({ subject }) => subject)).toContain(
    'You’re booked for 8 dates: Tuesday Session',
  )
  expect(sent.filter(({ to, subject }) => to === cat.email && subject.startsWith('You’re booked'))).toHaveLength(1)
})

test('two who ask for every date at once take no more than their share together', async () => {
  const { w, series, person } = await opened({ event: event({ capacity: 4 }), standingAllowed: true, standingSeats: 3 })
  const params = { seriesId: series.id }
  const people = await Promise.all(Array.from({ length: 4 }, () => person({ emailConfirmedAt: NOW })))
  await Promise.all(people.map((one) => one.api.series.stand({ params, body: { numberOfTickets: 1 } })))
  expect(new Set((await datesOf(w, series.id)).map(({ ticketsSold }) => ticketsSold))).toEqual(new Set([3]))
})

test('a standing place needs the organiser’s leave and a confirmed address', async () => {
  const { series, person, nora } = await opened()
  const params = { seriesId: series.id }
  const ann = await person({ emailConfirmedAt: NOW })
  const body = { numberOfTickets: 1 }
  await expect(ann.api.series.stand({ params, body })).rejects.toThrow('does not take bookings for every date')
  await nora.api.series.update({ params, body: change(series.settings!.version, { standingAllowed: true }) })
  await ann.api.series.stand({ params, body })
  const unconfirmed = await person()
  await expect(unconfirmed.api.series.stand({ params, body })).rejects.toThrow('confirm your email address first')
})

test('a standing place ends after two dates in a row that were neither come to nor given back', async () => {
  const { w, time, series, person } = await opened({ standingAllowed: true })
  const params = { seriesId: series.id }
  const [ann, ben] = [await person({ emailConfirmedAt: NOW }), await person({ emailConfirmedAt: NOW })]
  for (const one of [ann, ben]) await one.api.series.stand({ params, body: { numberOfTickets: 1 } })
  time.add(14)
  await extend(w)
  const dates = (await datesOf(w, series.id)).slice(-2)
  // Ben came to both, so that the door was used.
  for (const { id } of dates)
    await w.deps.db
      .update(tickets)
      .set({ admitted: 1 })
      .where(and(eq(tickets.eventId, id), eq(tickets.userId, ben.id)))
  time.add(90)
  await extend(w)
  const rows = await w.deps.db.select().from(standingPlaces).orderBy(standingPlaces.userId)
  expect(rows.map(({ userId, ending }) => [userId, ending])).toEqual([
    [ann.id, 'missed'],
    [ben.id, null],
  ])
})

test('a booking that the organiser takes back ends the standing place too', async () => {
  const { w, nora, series, person } = await opened({ standingAllowed: true })
  const ann = await person({ emailConfirmedAt: NOW })
  await ann.api.series.stand({ params: { seriesId: series.id }, body: { numberOfTickets: 1 } })
  const [ticket] = await w.deps.db.select().from(tickets).where(eq(tickets.userId, ann.id))
  await nora.api.tickets.takeBack({
    params: { eventId: ticket!.eventId, ticketId: ticket!.id },
    body: { reason: 'Full' },
  })
  expect(await w.deps.db.select().from(standingPlaces)).toMatchObject([{ ending: 'cancelled' }])
})
