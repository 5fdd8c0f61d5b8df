import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Report, ReportBody } from '../../../contract/reports.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { decisions, reports } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'

export type ReportRow = typeof reports.$inferSelect

/** What somebody can report: one of both. */
export type Reported = Pick<ReportBody, 'eventId' | 'creatorId'>

/** Nobody has answered it yet. */
export const isOpen = () => and(isNull(reports.decisionId), isNull(reports.dismissedAt))

export const isAbout = ({ eventId, creatorId }: Reported) =>
  eventId === undefined ? eq(reports.creatorId, creatorId ?? 0) : eq(reports.eventId, eventId)

/** The oldest of them: nobody reads more before deciding. */
export const OPEN_SHOWN = 200

export const listOpen = (db: Db | Tx, reported: Reported): Promise<ReportRow[]> =>
  db
    .select()
    .from(reports)
    .where(and(isAbout(reported), isOpen()))
    .orderBy(reports.createdAt, reports.id)
    .limit(OPEN_SHOWN)

/** How many people, of all that are open. */
export async function countOpen(db: Db | Tx, reported: Reported) {
  const people = sql<number>`count(distinct coalesce(encode(${reports.senderHash}, 'hex'), ${reports.reference}))::int`
  return db
    .select({ kind: reports.kind, people })
    .from(reports)
    .where(and(isAbout(reported), isOpen()))
    .groupBy(reports.kind)
    .orderBy(sql`min(${reports.createdAt})`)
}

const names = { firstName: users.firstName, lastName: users.lastName, publicName: users.publicName }

async function findAbout(db: Db, { eventId, creatorId }: ReportRow): Promise<Report['about']> {
  if (eventId !== null) {
    const [event] = await db
      .select({ name: events.title, language: events.language })
      .from(events)
      .where(eq(events.id, eventId))
    const { name, language } = event ?? { name: 'An event', language: null }
    return { kind: 'event', id: eventId, name, ...(language && { language }) }
  }
  const [creator] = await db
    .select(names)
    .from(users)
    .where(and(eq(users.id, creatorId ?? 0), isNull(users.deletionAt)))
  if (creator) return { kind: 'creator', id: creatorId, name: publicNameOf(creator) }
  return { kind: creatorId === null ? 'event' : 'creator', id: null, name: 'It is no longer there' }
}

/** For anybody with the reference: nothing of who reported it, and nothing that anybody wrote. */
export async function getReport(db: Db, reference: string): Promise<Report> {
  const [found] = await db
    .select({ report: reports, decision: decisions })
    .from(reports)
    .leftJoin(decisions, eq(decisions.id, reports.decisionId))
    .where(eq(reports.reference, reference))
  if (!found) throw new AppError('report_not_found')
  const { report, decision } = found
  return {
    reference,
    kind: report.kind,
    about: await findAbout(db, report),
    createdAt: report.createdAt.toISOString(),
    state: decision ? 'decided' : report.dismissedAt ? 'left' : 'open',
    decision: decision && {
      act: decision.act,
      reason: decision.reason,
      at: decision.createdAt.toISOString(),
      isUndone: decision.outcome === 'undone',
    },
  }
}
