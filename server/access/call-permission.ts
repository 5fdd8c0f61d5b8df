// What the contract says of a call (`may`) is asked before the call is carried out, so that no command can forget it.
// A command that changes something asks again under its lock: somebody may have left the team in between.
import { eq, sql } from 'drizzle-orm'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { permissionName, rolesThatMay, type Permission } from '../../contract/permissions.ts'
import type { Db, Tx } from '../db/client.ts'
import { findableOnly } from '../db/schema/event-status.ts'
import { events } from '../db/schema/events.ts'
import { eventSeries } from '../db/schema/series.ts'
import { can, requireMay, type Principal } from './can.ts'

type Check = (principal: Principal, params: unknown) => Promise<void> | void

const { status, hiddenAt, linkKey, creatorId, managerIds } = events

/** Permissions that depend on the event, not on the person's role. */
const isAboutEvent = (may: Permission): may is 'event.edit' =>
  rolesThatMay(may).some((role) => role === 'creator' || role === 'manager')

type SeriesSubject = Pick<typeof eventSeries.$inferSelect, 'creatorId' | 'managerIds'> & { isShown: boolean }

export async function findSeriesSubject(db: Db | Tx, id: number): Promise<SeriesSubject | null> {
  const isShown = sql<boolean>`exists (
    select 1 from events where events.series_id = ${id} and ${findableOnly()})`
  const { creatorId, managerIds } = eventSeries
  const [found] = await db.select({ creatorId, managerIds, isShown }).from(eventSeries).where(eq(eventSeries.id, id))
  return found ?? null
}

/** A series without a date that anybody may read is a draft. */
export function requireMayEditSeries(principal: Principal, series: SeriesSubject | null) {
  const subject = series && {
    ...series,
    status: series.isShown ? ('published' as const) : ('draft' as const),
    hiddenAt: null,
  }
  const isUnknown = !subject || (!subject.isShown && !can(principal, 'event.read-draft', subject))
  if (isUnknown) throw new AppError('series_not_found')
  requireMay(principal, 'event.edit', subject)
}

export async function findEventSubject(db: Db | Tx, eventId: number) {
  const [event] = await db
    .select({ status, hiddenAt, linkKey, creatorId, managerIds })
    .from(events)
    .where(eq(events.id, eventId))
  if (!event) throw new AppError('event_not_found')
  return event
}

export function checkOf({ method, path, may }: AnyEndpoint, db: Db): Check | null {
  // Its command finds out who has uploaded the file; and a door's link is checked where its token is read.
  if (may === 'picture.delete' || may === 'door.use' || rolesThatMay(may).includes('visitor')) return null
  if (!isAboutEvent(may)) return (principal) => requireMay(principal, may as 'account.use', null)
  if (path.includes('{seriesId}'))
    return async (principal, params) => {
      const { seriesId } = params as { seriesId: number }
      requireMayEditSeries(principal, await findSeriesSubject(db, seriesId))
    }
  if (!path.includes('{eventId}'))
    throw new Error(`${method} ${path} names no event to ask ${permissionName(may)} about.`)
  return async (principal, params) => {
    const { eventId } = params as { eventId: number }
    requireMay(principal, may, await findEventSubject(db, eventId))
  }
}
