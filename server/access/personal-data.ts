// What each module says about the text in its tables: whose rows they are, which columns are personal, and what becomes of
// them when the account is deleted. The download and the deletion are made from it (modules/account).
import { eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { tickets } from '../db/schema/tickets.ts'

export interface Me {
  id: number
}

/** A table with rows about people. */
export interface PersonalTable {
  table: PgTable
  /** The rows about somebody. */
  of: (me: Me) => SQL | undefined
  /** Tells the rows of one person apart; they are read in its order. */
  by: PgColumn | SQL<string>
  /** Columns that say who somebody is or where, and what they wrote. */
  personal: string[]
  /** Columns with text that tells nothing of that kind: states, codes, what others need. */
  plain?: string[]
  /** What opens something: never handed out, not even to its owner. */
  secret?: string[]
  /** Removed as rows; kept without these columns; or kept, because nothing in them is personal. */
  atDeletion: 'remove' | 'keep' | ((me: Me) => Record<string, unknown>)
}

/** A table whose text is about nobody. */
export interface PlainTable {
  table: PgTable
  plain: string[]
}

export type DescribedTable = PersonalTable | PlainTable

type Names = Partial<Pick<PersonalTable, 'personal' | 'plain' | 'secret'>>

/** Nobody else needs its rows. */
export const removed = (table: PgTable, user: PgColumn, by: PgColumn, names: Names = {}): PersonalTable => ({
  table,
  of: isMine(user),
  by,
  personal: [],
  atDeletion: 'remove',
  ...names,
})

/** Kept as it is, because nothing in it is personal. */
export const kept = (
  table: PgTable,
  of: PersonalTable['of'],
  by: PersonalTable['by'],
  names: Names = {},
): PersonalTable => ({ table, of, by, personal: [], atDeletion: 'keep', ...names })

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
