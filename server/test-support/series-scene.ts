import { eventSeries, seriesVersions, type SeriesBody } from '../db/schema/series.ts'
import type { EventFields, Person, World } from './world.ts'

const DAY = 86_400_000
/** Behind the other events of a scene, whose first ones are few on purpose. */
export const DAYS_AHEAD = 9

/** A weekly series straight into the database, with one date in nine days, on which seats can be booked for every date. */
export async function makeSeries(world: World, creator: Person, managerIds: number[] = [], fields: EventFields = {}) {
  const { db, clock } = world.deps
  const startTime = new Date(clock().getTime() + DAYS_AHEAD * DAY)
  const day = startTime.toISOString().slice(0, 10)
  const [series] = await db
    .insert(eventSeries)
    .values({ creatorId: creator.id, managerIds, standingAllowed: true })
    .returning()
  if (!series) throw new Error('no series was inserted')
  const date = await world.event(creator, { seriesId: series.id, seriesDay: day, startTime, managerIds, ...fields })
  const { title, description, venue, timeZone, capacity, imageWidths, imageTint, posterSeed, categories } = date
  const { latitude, longitude, isVirtual, anchorPrice, maxPerPerson, artistDescription, organizerDescription } = date
  const body: SeriesBody = {
    title,
    description,
    venue,
    timeZone,
    capacity,
    imageWidths,
    imageTint,
    posterSeed,
    categories,

    latitude,
    longitude,
    isVirtual,
    anchorPrice,
    maxPerPerson,
    artistDescription,
    organizerDescription,
    approval: false,
    isUnlisted: false,
    admission: 'book',
    bookingUrl: null,
    town: date.town ?? '',
    isDraft: false,
    closesMinutesBefore: null,
  }
  await db.insert(seriesVersions).values({
    seriesId: series.id,
    fromDay: day,
    firstDay: day,
    rule: { unit: 'week', every: 1, weekdays: [((startTime.getUTCDay() + 6) % 7) + 1] },
    localStart: '20:00',
    minutes: 180,
    body,
    imageUrl: null,
  })
  return { seriesId: series.id, seriesDateId: date.id }
}
