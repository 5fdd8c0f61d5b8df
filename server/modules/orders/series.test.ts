// A series whose dates are paid: each is ordered by itself, and the price is one of the things that its dates have in common.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { DAY } from '../../../contract/durations.ts'
import { orders } from '../../db/schema/orders.ts'
import { cancelOrders } from './cancelling.ts'
import { checkout, place, usePaidWorld, type PaidWorld } from '../../test-support/paid-scene.ts'
import { change, datesOf, event, extend, weekly } from '../../test-support/weekly-series.ts'
import type { Person } from '../../test-support/world.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

const PRICE = { unitPrice: 1_200, vatRate: 2_300, payBy: ['card' as const], refundDays: 1, transferTo: null }
const FREE_COLUMNS = { isFreeOfCharge: true, sellingPrice: 0, payBy: [] }
const FREE = { ...PRICE, unitPrice: null, payBy: [] }

/** Every week from the day after tomorrow on: twelve dates. */
function written(fields: Partial<EventBodyInput> = {}) {
  const first = new Date(w.now().getTime() + 2 * DAY)
  const day = first.toISOString().slice(0, 10)
  const times = { startTime: `${day}T20:00`, endTime: `${day}T23:00` }
  const rule = { unit: 'week' as const, every: 1, weekdays: [((first.getUTCDay() + 6) % 7) + 1] }
  return { event: event({ ...times, ...fields }), rule }
}

async function paidSeries(price: Partial<typeof PRICE> = {}) {
  const nora = await w.person()
  const series = await nora.api.series.create({ body: { ...weekly(), ...written() } })
  const [first] = series.dates
  await setPrice(nora, first!.id, { ...PRICE, ...price })
  const shared = await share(nora, series.id, first!.id)
  return { nora, series, ids: series.dates.map(({ id }) => id), version: shared.settings!.version }
}

const setPrice = (who: Person, eventId: number, body: Partial<typeof FREE | typeof PRICE>) =>
  who.api.orders.setPrice({ params: { eventId }, body: { ...PRICE, ...body } })

const share = (who: Person, seriesId: number, eventId: number, scope: 'all' | 'following' = 'all') =>
  who.api.series.saveTexts({ params: { seriesId }, body: { eventId, texts: ['price'], scope } })

const pricesOf = async (seriesId: number) =>
  (await datesOf(w, seriesId)).map(({ sellingPrice, payBy }) => (payBy.length > 0 ? sellingPrice : null))

test('the price of one date is that of all dates and of new ones, and a date that was priced by hand keeps its own', async () => {
  const { nora, series, ids } = await paidSeries()
  expect(await pricesOf(series.id)).toEqual(Array.from({ length: 12 }, () => 12))
  await setPrice(nora, ids[3]!, { unitPrice: 2_000 })
  await setPrice(nora, ids[5]!, { unitPrice: 1_500 })
  await share(nora, series.id, ids[5]!, 'following')
  expect(await pricesOf(series.id)).toEqual([12, 12, 12, 20, 12, 15, 15, 15, 15, 15, 15, 15])
  await setPrice(nora, ids[1]!, { unitPrice: 1_500 })
  await share(nora, series.id, ids[1]!)
  expect((await pricesOf(series.id)).slice(0, 6)).toEqual([15, 15, 15, 20, 15, 15])
  w.advance(7 * DAY)
  await extend(w)
  expect((await pricesOf(series.id)).slice(11)).toEqual([15, 15])
  const [last] = (await datesOf(w, series.id)).slice(-1)
  expect(last).toMatchObject({ isFreeOfCharge: false, anchorPrice: 15, vatRate: 2_300, refundDays: 1 })
})

test('a change of the series leaves the price as it is', async () => {
  const { nora, series, version } = await paidSeries()
  await setPrice(nora, series.dates[2]!.id, FREE)
  const params = { seriesId: series.id }
  await nora.api.series.update({ params, body: change(version, written({ title: 'Another name' })) })
  const dates = await datesOf(w, series.id)
  expect(new Set(dates.map(({ title }) => title))).toEqual(new Set(['Another name']))
  expect(dates.map(({ sellingPrice, anchorPrice }) => [sellingPrice, anchorPrice]).slice(0, 3)).toEqual([
    [12, 12],
    [12, 12],
    [0, 0],
  ])
  const asking = change(version + 1, written({ approval: true }))
  await expect(nora.api.series.update({ params, body: asking })).rejects.toMatchObject({ code: 'not_for_paid' })
})

test('a date that people have booked for nothing stays free, and one that asks for approval too', async () => {
  const nora = await w.person()
  const series = await nora.api.series.create({ body: { ...weekly(), ...written() } })
  const [first, second, third] = series.dates.map(({ id }) => id)
  await (await w.person()).api.tickets.book({ body: { eventId: second!, numberOfTickets: 1 } })
  await w.changeEvent(third!, { approval: true, ownFields: ['limits'] })
  await setPrice(nora, first!, PRICE)
  await share(nora, series.id, first!)
  expect((await pricesOf(series.id)).slice(0, 4)).toEqual([12, null, null, 12])
  const { version } = (await nora.api.series.get({ params: { seriesId: series.id } })).settings!
  const body = change(version, written({ title: 'Another name' }))
  const { dates } = await nora.api.series.preview({ params: { seriesId: series.id }, body })
  expect(dates.slice(0, 4).map(({ keeps }) => keeps.includes('price'))).toEqual([false, true, true, false])
})

test('a series that asks for approval does not become paid for its new dates', async () => {
  const nora = await w.person()
  const series = await nora.api.series.create({ body: { ...weekly(), ...written({ approval: true }) } })
  const [first] = series.dates
  await w.changeEvent(first!.id, { approval: false, ownFields: ['limits'] })
  await setPrice(nora, first!.id, PRICE)
  await expect(share(nora, series.id, first!.id)).rejects.toMatchObject({ code: 'not_for_paid' })
  expect((await pricesOf(series.id)).filter((price) => price !== null)).toEqual([12])
})

test('a series whose coming dates are all free again, but whose new ones are paid, does not ask for approval', async () => {
  const { nora, series, ids, version } = await paidSeries()
  for (const eventId of ids) await w.changeEvent(eventId, { ...FREE_COLUMNS, ownFields: ['price'] })
  const asking = change(version, written({ approval: true }))
  const saving = nora.api.series.update({ params: { seriesId: series.id }, body: asking })
  await expect(saving).rejects.toMatchObject({ code: 'not_for_paid' })
})

test('each date is ordered by itself; several at once and every date are not for what is paid', async () => {
  const { nora, series, ids } = await paidSeries()
  const params = { seriesId: series.id }
  const guest = await w.person({ emailConfirmedAt: w.now() })
  const several = { eventIds: ids.slice(0, 2), numberOfTickets: 1, ifFull: 'skip' as const }
  const { dates } = await guest.api.series.book({ params, body: several })
  expect(dates.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  const { version } = (await nora.api.series.get({ params })).settings!
  await nora.api.series.saveSettings({ params, body: { version, standingAllowed: true } })
  await expect(guest.api.series.stand({ params, body: { numberOfTickets: 1 } })).rejects.toMatchObject({
    code: 'standing_not_allowed',
  })
  const order = await w.buy(guest, ids[0]!, 1)
  expect(order).toMatchObject({ state: 'paid', total: 1_200 })
})

test('who is booked for every date has no seat at a date that is paid, and none that is not paid for', async () => {
  const nora = await w.person()
  const series = await nora.api.series.create({ body: { ...weekly(), ...written(), standingAllowed: true } })
  const ids = series.dates.map(({ id }) => id)
  await setPrice(nora, ids[0]!, PRICE)
  const guest = await w.person({ emailConfirmedAt: w.now() })
  await guest.api.series.stand({ params: { seriesId: series.id }, body: { numberOfTickets: 1 } })
  const sold = async () => (await datesOf(w, series.id)).map(({ ticketsSold }) => ticketsSold)
  expect((await sold()).slice(0, 2)).toEqual([0, 1])
  await share(nora, series.id, ids[0]!)
  w.advance(7 * DAY)
  await extend(w)
  expect(await pricesOf(series.id)).toEqual([12, ...Array.from({ length: 11 }, () => null), 12])
  expect((await sold()).at(-1)).toBe(0)
})

test('a date that is left out pays everything back, and one that was only ordered is cancelled, not deleted', async () => {
  const { nora, series, ids } = await paidSeries()
  const guest = await w.person()
  const paid = await w.buy(guest, ids[0]!, 2)
  const open = await place(await w.person(), ids[1]!, 1)
  const days = (await datesOf(w, series.id)).map(({ seriesDay }) => seriesDay!)
  const params = { seriesId: series.id }
  for (const day of days.slice(0, 3)) await nora.api.series.skip({ params, body: { day } })
  expect((await datesOf(w, series.id)).slice(0, 2).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  expect(await w.deps.db.$count(orders, eq(orders.eventId, ids[2]!))).toBe(0)
  for (const eventId of ids.slice(0, 2)) await cancelOrders(w.deps, eventId)
  await w.sendRefunds(paid.id)
  expect(await w.kept(paid.id)).toBe(0)
  expect((await w.orderRow(open.id)).state).not.toBe('open')
})

test('an order of one date cannot be taken to another', async () => {
  const { ids } = await paidSeries()
  const guest = await w.person()
  const order = await place(guest, ids[0]!, 1, { key: 'one-order-for-one-date' })
  await checkout(guest, order)
  await expect(place(guest, ids[1]!, 1, { key: 'one-order-for-one-date' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})
