// A weekly series as its organiser makes it, with a clock that can be moved.
import { asc, eq } from 'drizzle-orm'
import type { EventBodyInput } from '../../contract/event-body.ts'
import type { NewSeriesInput, SeriesChangeInput } from '../../contract/series.ts'
import { events } from '../db/schema/events.ts'
import { extendSeries } from '../modules/series/extend.ts'
import { world, type Person, type World } from './world.ts'

const DAY = 86_400_000
export const NOW = new Date('2026-11-18T12:00:00Z')

/** A clock that can be moved. */
export function clockAt(start = NOW) {
  let now = start.getTime()
  return { clock: () => new Date(now), add: (days: number) => (now += days * DAY) }
}

export const event = (fields: Partial<EventBodyInput> = {}): EventBodyInput => ({
  title: 'Tuesday Session',
  description: 'Tunes for everybody.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2026-11-24T20:00',
  endTime: '2026-11-24T23:00',
  timeZone: 'Europe/Dublin',
  capacity: 10,
  isDraft: false,
  ...fields,
})

export const weekly = (fields: Partial<NewSeriesInput> = {}): NewSeriesInput => ({
  event: event(),
  rule: { unit: 'week', every: 1, weekdays: [2] },
  ...fields,
})

export const lease = { signal: new AbortController().signal, check: () => undefined }
export const extend = (w: World) => extendSeries(w.deps, { payload: {}, lease })

export const datesOf = (w: World, seriesId: number) =>
  w.deps.db.select().from(events).where(eq(events.seriesId, seriesId)).orderBy(asc(events.startTime))

export async function opened(fields: Partial<NewSeriesInput> = {}, env: Record<string, string> = {}) {
  const time = clockAt()
  const w = await world({ deps: { clock: time.clock }, env })
  const nora = await w.person({ emailConfirmedAt: NOW })
  const series = await nora.api.series.create({ body: weekly(fields) })
  return { ...w, w, time, nora, series }
}

export const change = (version: number, fields: Partial<SeriesChangeInput> = {}): SeriesChangeInput => ({
  ...weekly(),
  scope: 'all',
  version,
  ...fields,
})

export const book = (who: Person, eventId: number, numberOfTickets = 1) =>
  who.api.tickets.book({ body: { eventId, numberOfTickets } })
