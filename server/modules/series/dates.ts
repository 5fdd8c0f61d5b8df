// Which days a series has, and what the event of a day is: one version after the other, without pause, end and skipped days.
import { seriesDays, startOnDay } from '../../../contract/series-days.ts'
import { SERIES } from '../../../contract/limits.ts'
import { dayIn, toLocalInput } from '../../../contract/zoned-time.ts'
import type { AccessFact } from '../../../contract/access-facts.ts'
import type { Category } from '../../../contract/categories.ts'
import { newLinkKey } from '../../access/sight.ts'
import type { events } from '../../db/schema/events.ts'
import type { eventSeries, SeriesTexts, seriesVersions } from '../../db/schema/series.ts'
import { isPaid } from '../../ledger/ledger.ts'

export type SeriesRow = typeof eventSeries.$inferSelect
export type VersionRow = Omit<typeof seriesVersions.$inferSelect, 'seriesId' | 'createdAt'>

const DAY = 86_400_000
const MINUTE = 60_000

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

type Settings = Pick<SeriesRow, 'extraDays' | 'skippedDays' | 'pausedFrom' | 'pausedUntil' | 'endsBefore'>

/** Whether new dates of it are paid. */
export const isPaidFor = ({ price }: SeriesTexts) => price !== undefined && isPaid(price)

export interface SeriesDay {
  day: string
  version: VersionRow
}

interface Span {
  from: string
  /** Included; missing: without an end. */
  to?: string
}

const lower = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b < a) ? b : a)
const isEmpty = ({ from, to }: Span) => to !== undefined && to < from

/** The days of a version's span in which there are dates. */
function spansOf({ pausedFrom, pausedUntil, endsBefore }: Settings, whole: Span): Span[] {
  const span = { from: whole.from, to: endsBefore ? lower(whole.to, dayAfter(endsBefore, -1)) : whole.to }
  const before = { from: span.from, to: pausedFrom ? lower(span.to, dayAfter(pausedFrom, -1)) : span.to }
  const after = { from: pausedUntil && pausedUntil > span.from ? pausedUntil : span.from, to: span.to }
  return (pausedFrom && pausedUntil ? [before, after] : [span]).filter((one) => !isEmpty(one))
}

/** The days from `from` to `to` (both included), at most `limit` of them, each with what was decided for it. */
export function daysOf(
  settings: Settings,
  versions: readonly VersionRow[],
  { from, to, limit }: Span & { limit: number },
): SeriesDay[] {
  const found: SeriesDay[] = []
  versions.forEach((version, at) => {
    const next = versions[at + 1]
    const start = version.fromDay > from ? version.fromDay : from
    const whole = { from: start, to: lower(to, next && dayAfter(next.fromDay, -1)) }
    if (isEmpty(whole)) return
    for (const span of spansOf(settings, whole)) {
      const days = seriesDays({ ...version, ...settings }, { ...span, limit: limit - found.length })
      found.push(...days.map((day) => ({ day, version })))
      if (found.length >= limit) return
    }
  })
  return found
}

export const hasDay = (settings: Settings, versions: readonly VersionRow[], day: string): boolean =>
  daysOf(settings, versions, { from: day, to: day, limit: 1 }).length > 0

/** What is in effect on a day; before the first version begins it is the first one. */
export function versionOn(versions: readonly VersionRow[], day: string): VersionRow {
  const found = versions.findLast(({ fromDay }) => fromDay <= day) ?? versions[0]
  if (!found) throw new Error('A series has at least one version.')
  return found
}

/** The days whose dates should be there by now: 84 days ahead, at least the next one, and at most 52. */
export function daysAhead(settings: Settings, versions: readonly VersionRow[], now: Date): SeriesDay[] {
  const today = dayIn(now, (versions.at(-1) ?? versions[0])?.body.timeZone ?? 'UTC')
  // Yesterday may not be over in another zone than the newest version's.
  const from = dayAfter(today, -1)
  const isToCome = ({ day, version }: SeriesDay) => startOf(version, day) > now
  const soon = daysOf(settings, versions, { from, to: dayAfter(today, SERIES.daysAhead), limit: SERIES.most + 2 })
  const toCome = soon.filter(isToCome).slice(0, SERIES.most)
  return toCome.length > 0 ? toCome : daysOf(settings, versions, { from, limit: 3 }).filter(isToCome).slice(0, 1)
}

export const startOf = ({ localStart, body }: VersionRow, day: string) => startOnDay(day, localStart, body.timeZone)

/** The wall times of the first date are those of every date: 20:00 to 23:00, whatever the clocks do in between. */
export function wallTimesOf(startTime: Date, endTime: Date, timeZone: string) {
  const [start, end] = [toLocalInput(startTime, timeZone), toLocalInput(endTime, timeZone)]
  const wall = Math.round((Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / MINUTE)
  const elapsed = Math.round((endTime.getTime() - startTime.getTime()) / MINUTE)
  return { firstDay: start.slice(0, 10), localStart: start.slice(11), minutes: wall > 0 ? wall : Math.max(1, elapsed) }
}

/** The columns of the event on that day, as the series says them; the price, which is written beside the form, is not among them. */
export function columnsOn(version: VersionRow, day: string) {
  const { isDraft: _, isUnlisted, closesMinutesBefore, categories, accessFacts, ...body } = version.body
  const startTime = startOf(version, day)
  const endTime = new Date(startTime.getTime() + version.minutes * MINUTE)
  const closes = closesMinutesBefore === null ? null : new Date(startTime.getTime() - closesMinutesBefore * MINUTE)
  return {
    ...body,
    categories: categories as Category[],
    ...(accessFacts && { accessFacts: accessFacts as AccessFact[] }),
    linkKey: isUnlisted ? newLinkKey() : null,
    imageUrl: version.imageUrl,
    startTime,
    endTime,
    bookingClosesAt: closes,
  } satisfies Partial<typeof events.$inferInsert>
}
