import { and, desc, eq, gt, notLike, or, isNull, sql } from 'drizzle-orm'
import type { GuestImport, ImportSource } from '../../../contract/imports.ts'
import { IMPORT } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { imports } from '../../db/schema/imports.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'

interface Asked {
  ref: string
  email: string | null
  own: string | null
  foreign: string | null
}

const present = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
const isOneOf = (column: unknown, values: string[]) => sql`${column} = any(${sql.param(values)})`

/** What is there of these rows already: four statements, however many rows there are. */
export async function findKnown(db: Db | Tx, eventId: number, source: ImportSource, rows: Asked[]) {
  const here = eq(tickets.eventId, eventId)
  const refs = await db
    .select({ ref: tickets.importRef })
    .from(tickets)
    .where(and(here, isOneOf(tickets.importRef, present(rows.map(({ ref }) => ref)))))
  // Somebody who comes with two tickets of the other system has not booked twice.
  const isFromElsewhere = or(isNull(tickets.importRef), notLike(tickets.importRef, `${source}:%`))
  const address = sql<string>`lower(coalesce(${users.email}, ${tickets.guestEmail}))`
  const addresses = await db
    .select({ address })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(
      and(
        here,
        gt(tickets.numberOfTickets, 0),
        isFromElsewhere,
        isOneOf(address, present(rows.map(({ email }) => email?.toLowerCase() ?? null))),
      ),
    )
  const foreign = await db
    .select({ code: tickets.importCode })
    .from(tickets)
    .where(and(here, isOneOf(tickets.importCode, present(rows.map((row) => row.foreign)))))
  const ownCodes = present(rows.map(({ own }) => own))
  const own = await db
    .select({ code: tickets.code })
    .from(tickets)
    .where(isOneOf(tickets.code, ownCodes))
    .unionAll(db.select({ code: ticketPlaces.code }).from(ticketPlaces).where(isOneOf(ticketPlaces.code, ownCodes)))
  return {
    refs: new Set(refs.map(({ ref }) => ref)),
    addresses: new Set(addresses.map((row) => row.address)),
    foreign: foreign.flatMap(({ code }) => code ?? []),
    own: new Set(own.map(({ code }) => code)),
  }
}

export const toGuestImport = ({
  createdAt,
  undoUntil,
  undoneAt,
  ...row
}: typeof imports.$inferSelect): GuestImport => ({
  id: row.id,
  source: row.source as ImportSource,
  guests: row.guests,
  seats: row.seats,
  importedAt: createdAt.toISOString(),
  undoUntil: undoUntil.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
})

export async function listImports(db: Db, eventId: number): Promise<GuestImport[]> {
  const rows = await db
    .select()
    .from(imports)
    .where(eq(imports.eventId, eventId))
    .orderBy(desc(imports.id))
    .limit(IMPORT.listed)
  return rows.map(toGuestImport)
}
