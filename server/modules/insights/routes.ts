import { api } from '../../../contract/api.ts'
import { DAY } from '../../../contract/durations.ts'
import { isPublic } from '../../../contract/event-status.ts'
import type { Insights } from '../../../contract/insights.ts'
import { dayIn } from '../../../contract/zoned-time.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { download } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'

import { openLine } from '../../http/large-answers.ts'
import type { SessionUser } from '../../http/session.ts'
import { countRequests } from '../booking-requests/queries.ts'
import { getEventFor, type EventRow } from '../events/queries.ts'
import { countWaiting } from '../tickets/queries.ts'
import { countGivenBack, countLetIn, findForecast, listPast, listQuarters, listSources, readEvent } from './queries.ts'
import { getInsightsOverEvents, insightsCsv } from './over-events.ts'
import { asRate, expectTurnout } from '../../ledger/turnout.ts'
import { countGroups, countPast } from '../../ledger/turnout-counts.ts'

/** Days of the event's own calendar. */
async function daysOf(db: Tx, { id, timeZone }: EventRow): Promise<Insights['days']> {
  const days = new Map<string, { day: string; booked: number; givenBack: number }>()
  for (const { from, booked, givenBack } of await listQuarters(db, id)) {
    const day = dayIn(from, timeZone)
    const known = days.get(day) ?? { day, booked: 0, givenBack: 0 }
    days.set(day, { day, booked: known.booked + booked, givenBack: known.givenBack + givenBack })
  }
  return [...days.values()]
}

/** Of an event that is to come: once it has begun, what was expected is not computed again. */
async function turnoutOf(db: Tx, event: EventRow, now: Date): Promise<Insights['turnout']> {
  if (!isPublic(event) || event.startTime <= now) return null
  const isSoon = event.startTime.getTime() - now.getTime() <= DAY
  return expectTurnout(await countGroups(db, event, now), await countPast(db, event.creatorId, now), isSoon)
}

async function extraPlacesOf(db: Tx, { roomSize, sureness, creatorId }: EventRow, now: Date) {
  if (roomSize === null) return {}
  const past = await countPast(db, creatorId, now)
  const events = new Set(past.map(({ eventId }) => eventId)).size
  return { extraPlaces: { roomSize, sureness, events, rate: asRate(past)?.rate ?? null } }
}

async function forecastOf(db: Tx, event: EventRow, came: number): Promise<Insights['forecast']> {
  const said = await findForecast(db, event)
  return said && { low: said.low, high: said.high, seats: said.seats, saidAt: said.saidAt.toISOString(), came }
}

export async function getInsights(deps: Deps, user: Pick<SessionUser, 'id'>, eventId: number): Promise<Insights> {
  const event = await getEventFor(deps.db, user, 'event.manage', eventId)
  const now = deps.clock()
  return readEvent(deps.db, async (db) => {
    const letIn = await countLetIn(db, eventId)
    return {
      capacity: event.capacity,
      sold: event.ticketsSold,
      letIn: letIn.all,
      waiting: await countWaiting(db, eventId),
      ...(event.approval && { requests: await countRequests(db, eventId) }),
      days: await daysOf(db, event),
      givenBack: await countGivenBack(db, eventId),
      sources: await listSources(db, eventId),
      turnout: await turnoutOf(db, event, now),
      forecast: await forecastOf(db, event, letIn.booked),
      ...(await extraPlacesOf(db, event, now)),
      pastEvents: await listPast(db, event.creatorId, user.id, now),
    }
  })
}

/** One for a person, and two in all: each reads every booking of an event several times. */
export const insightRoutes = (
  deps: Deps,
  line = openLine({ most: 2, patienceMs: 10_000, mostWaiting: 100, mostWaitingOfGroup: 10 }),
): Binding[] => {
  const inTurn = async <T>(user: SessionUser, read: () => Promise<T>): Promise<T> => {
    const endTurn = await line.enter(String(user.id))
    try {
      return await read()
    } finally {
      endTurn()
    }
  }
  return [
    bind(api.insights.get, ({ params }, user) => inTurn(user, () => getInsights(deps, user, params.eventId))),
    bind(api.insights.overEvents, (_request, user) => inTurn(user, () => getInsightsOverEvents(deps, user))),
    bind(api.insights.csv, async (_request, user) => {
      const figures = await inTurn(user, () => getInsightsOverEvents(deps, user))
      return download(insightsCsv(figures), 'events.csv', 'text/csv; charset=utf-8')
    }),
  ]
}
