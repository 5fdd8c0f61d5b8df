// Which rows are about somebody: their account's, and what was left under an address that they have confirmed.
import { eq, inArray, or, sql } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { auditLog, reports } from '../../db/schema/moderation.ts'
import { tickets } from '../../db/schema/tickets.ts'

export interface Me {
  id: number
}

const query = new QueryBuilder({ casing: 'snake_case' })
export const isMine = (column: PgColumn) => (me: Me) => eq(column, me.id)

/**
 * Anybody can sign up with anybody's address: what was left under it belongs to an account that has confirmed it. Asked in
 * every statement, so that a deletion that holds the account's lock decides by what is true then.
 */
export const confirmedAddressOf = ({ id }: Me) =>
  sql`(select lower(me.email) from users me where me.id = ${id} and me.email_confirmed_at is not null)`
export const isMyAddress = (column: PgColumn, me: Me) => sql`lower(${column}) = ${confirmedAddressOf(me)}`

/** A guest who was added by name, with this address, is the same person. */
export const isMyTicket = (me: Me) => or(eq(tickets.userId, me.id), isMyAddress(tickets.guestEmail, me))
export const ofMyTickets = (column: PgColumn) => (me: Me) =>
  inArray(column, query.select({ id: tickets.id }).from(tickets).where(isMyTicket(me)))

export const isMyReport = (me: Me) => or(eq(reports.reporterId, me.id), isMyAddress(reports.reporterEmail, me))
export const ofMyReports = (column: PgColumn, me: Me) =>
  inArray(column, query.select({ id: reports.wordsId }).from(reports).where(isMyReport(me)))

/** Lines of the log about the account, its events, the decisions about it and the reports that it sent. */
export const isLineAboutMe = (me: Me) => {
  const subjects = sql`select 'account:' || ${me.id}::int
    union all select 'event:' || id from events where creator_id = ${me.id}
    union all select 'decision:' || id from decisions where concerned_id = ${me.id}
    union all select 'report:' || reports.id from reports where ${isMyReport(me)}`
  return sql`${auditLog.subject} in (${subjects})`
}
