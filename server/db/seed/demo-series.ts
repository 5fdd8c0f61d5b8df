// One of the demo events takes place every week. The job that makes dates ahead makes the
// other ones.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { HOUR } from '../../../contract/durations.ts'
import { dayIn, toLocalInput } from '../../../contract/zoned-time.ts'
import type { Db } from '../client.ts'
import { events } from '../schema/events.ts'
import { eventSeries, seriesVersions, type SeriesBody } from '../schema/series.ts'

const TITLE = 'Silent Book Club'

const weekdayOf = (day: string) => ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1

type EventRow = typeof events.$inferSelect

const bodyOf = (event: EventRow): SeriesBody => ({
  title: event.title,
  description: event.description,
  venue: event.venue,
  imageWidths: event.imageWidths,
  imageTint: event.imageTint,
  posterSeed: event.posterSeed,
  timeZone: event.timeZone,
  town: event.town ?? '',
  latitude: event.latitude,
  longitude: event.longitude,
  categories: event.categories,
  accessFacts: event.accessFacts,
  language: event.language,
  isVirtual: event.isVirtual,
  isDraft: false,
  anchorPrice: event.anchorPrice,
  capacity: event.capacity,
  maxPerPerson: event.maxPerPerson,
  approval: false,
  isUnlisted: false,
  admission: event.admission,
  bookingUrl: event.bookingUrl,
  closesMinutesBefore: null,
  artistDescription: event.artistDescription,
  organizerDescription: event.organizerDescription,
})

export async function seedSeries(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(events)
      .where(and(eq(events.title, TITLE), isNull(events.seriesId)))
      .limit(1)
    if (!event) return
    const { creatorId, startTime, endTime, timeZone } = event
    const [series] = await tx.insert(eventSeries).values({ creatorId, standingAllowed: true }).returning()
    if (!series) return
    const day = dayIn(startTime, timeZone)
    await tx.insert(seriesVersions).values({
      seriesId: series.id,
      fromDay: day,
      firstDay: day,
      rule: { unit: 'week', every: 1, weekdays: [weekdayOf(day)] },
      localStart: toLocalInput(startTime, timeZone).slice(11, 16),
      minutes: Math.round(((endTime.getTime() - startTime.getTime()) * 60) / HOUR),
      body: bodyOf(event),
      imageUrl: event.imageUrl,
    })
    await tx.update(events).set({ seriesId: series.id, seriesDay: day }).where(eq(events.id, event.id))
    await tx.execute(sql`select add_job('extend-series')`)
  })
}
