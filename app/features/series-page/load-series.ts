// Makes the page of a series, on the server.
import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { hasEnded, isBookingClosed } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import type { Series } from '../../../contract/series.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { missing, type SeriesDate, type SeriesPage, type ShownSeries } from './shown-series.ts'
import * as words from './series-words.ts'

/** What the feature tickets knows of an event; the page brings it along. */
export interface TicketRules {
  availabilityOf: (event: Event, times: { hasEnded: boolean; isBookingClosed: boolean }) => Availability
  placesLeft: (left: number) => string
}

type Availability = 'open' | keyof typeof words.STATES

function stateOf(event: Event, availability: Availability, { placesLeft }: TicketRules): string {
  if (availability !== 'open') return words.STATES[availability]
  if (event.admission === 'just-come') return words.justCome
  if (event.admission === 'elsewhere') return words.bookedElsewhere
  return event.approval ? words.askForPlace : placesLeft(event.ticketsLeft)
}

function toDate(event: Event, rules: TicketRules, now: Date): SeriesDate {
  const times = { hasEnded: hasEnded(event, now), isBookingClosed: isBookingClosed(event, now) }
  const availability = rules.availabilityOf(event, times)
  const { id, title, language, startTime, endTime, timeZone, venue, isVirtual, status = 'published' } = event
  return {
    id,
    title,
    ...(language && { language }),
    startTime,
    endTime,
    timeZone,
    venue,
    isVirtual,
    status,
    ...(event.key && { key: event.key }),
    state: stateOf(event, availability, rules),
    ...(event.paid && { price: event.sellingPrice }),
    canBeTicked:
      (availability === 'open' || availability === 'sold-out') && !event.admission && !event.approval && !event.paid,
  }
}

export function toShown(series: Series, rules: TicketRules, now: Date): ShownSeries {
  const { id, title, language, description, ruleText, timeZone, creatorId, creatorName, standingAllowed } = series
  const { state, pausedUntil, dates, key } = series
  const { imageUrl = null, imageSizes, posterSeed } = dates[0] ?? {}
  return {
    id,
    title,
    ...(language && { language }),
    description,
    ruleText,
    timeZone,
    creatorId,
    creatorName,
    standingAllowed,
    ...(key && { key }),
    isPrivate: key !== undefined || (dates.length > 0 && dates.every(({ isDraft }) => isDraft)),
    picture: { title, imageUrl, imageSizes, posterSeed },
    nothing: { state, ...(pausedUntil && { pausedUntil }) },
    dates: dates.map((event) => toDate(event, rules, now)),
  }
}

interface Asked {
  seriesId: string
  /** Of the link to an unlisted one. */
  key: string | undefined
}

export async function findSeries(
  { series: calls }: Pick<Client, 'series'>,
  { seriesId, key }: Asked,
  rules: TicketRules,
): Promise<SeriesPage> {
  try {
    const series = await calls.get({ params: { seriesId }, query: { key } })
    return { askedBy: 'anyone', series: toShown(series, rules, new Date()), problem: null, status: 200 }
  } catch (error) {
    logDefect(error)
    const status = failureStatus(error)
    // An id that is no id belongs to no series.
    const isMissing = status === 404 || status === 400
    const problem = isMissing ? words.seriesNotFound : failureSentence(error, words.FAILED)
    return missing(problem, isMissing ? 404 : status || 500)
  }
}

/** An address with a key is for those who have it: nothing on the way may store it or pass it on. */
const KEPT_BY_NOBODY = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }

export async function loadSeries(api: Client, asked: Asked, rules: TicketRules) {
  const page = await findSeries(api, asked, rules)
  return data(page, { status: page.status, headers: asked.key === undefined ? {} : KEPT_BY_NOBODY })
}
