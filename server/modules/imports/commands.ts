// Guests from another system: all rows of a file in one transaction, through the ledger like every other booking.
import { and, eq, sql } from 'drizzle-orm'
import { isHardToGuess } from '../../../contract/door-code.ts'
import { HOUR } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { importGuests as importGuestsCall, undoImport as undoImportCall } from '../../../contract/imports.ts'
import { IMPORT } from '../../../contract/limits.ts'
import { writeHistory } from '../../access/history.ts'
import { requireProof } from '../../access/proof.ts'
import type { Tx } from '../../db/client.ts'
import { imports } from '../../db/schema/imports.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireBookable } from '../../ledger/bookable.ts'
import { inLedger } from '../../ledger/in-ledger.ts'
import type { LedgerEvent } from '../../ledger/ledger.ts'
import { getEventFor } from '../events/queries.ts'
import { planImport, readRows, type NewTicket, type Plan } from './plan.ts'
import { toGuestImport } from './queries.ts'

type Given = HandlerInput<typeof importGuestsCall>['body']
type Undone = HandlerInput<typeof undoImportCall>['params']

/** As for a guest who is added by name: that booking has closed is for those who book. */
function requireImportable(event: LedgerEvent, now: Date) {
  if (event.status === 'draft') throw new AppError('publish_first')
  requireBookable({ ...event, bookingClosesAt: null }, now)
}

const toAnswer = ({ states, tickets, seats }: Plan, open: number) => ({
  rows: states,
  guests: tickets.length,
  seats,
  open,
})

/** One statement, however many there are: everybody else who wants seats of this event waits for the lock. */
const insertTickets = (tx: Tx, made: typeof imports.$inferSelect, wanted: NewTicket[]) => {
  const rows = wanted.map((one) => ({ ...one, hard: one.code !== null && isHardToGuess(one.code) }))
  return tx.execute(sql`
    insert into tickets (event_id, guest_name, guest_email, number_of_tickets, added_by, import_id, import_ref, import_code,
      import_code_is_hard, created_at)
    select ${made.eventId}::int, name, email, seats, ${made.userId}::int, ${made.id}::int, ref, code, hard, ${made.createdAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(name text, email text, seats int, ref text, code text, hard boolean)`)
}

export async function importGuests(deps: Deps, user: SessionUser, eventId: number, given: Given) {
  const event = await getEventFor(deps.db, user, 'event.manage', eventId)
  requireProof(user, deps.clock())
  requireImportable(event, deps.clock())
  await deps.limits.take('guestImport', user.id)
  const read = readRows(given)
  if (given.dryRun) {
    const open = Math.max(0, event.capacity - event.ticketsSold - event.held)
    return { import: null, ...toAnswer(await planImport(deps.db, eventId, read, given, open), open) }
  }
  return inLedger(deps, eventId, async ({ ledger, tx, now }) => {
    await getEventFor(tx, user, 'event.manage', eventId, 'no key update')
    requireImportable(ledger.event, now)
    const open = Math.max(0, ledger.open)
    const plan = await planImport(tx, eventId, read, given, open)
    const answer = toAnswer(plan, open)
    if (plan.tickets.length === 0) return { import: null, ...answer }
    const undoUntil = new Date(now.getTime() + IMPORT.undoHours * HOUR)
    const [made] = await tx
      .insert(imports)
      .values({
        eventId,
        userId: user.id,
        source: given.source,
        guests: plan.tickets.length,
        seats: plan.seats,
        createdAt: now,
        undoUntil,
      })
      .returning()
    if (!made) throw new AppError('internal')
    await insertTickets(tx, made, plan.tickets)
    ledger.sold += plan.seats
    ledger.open -= plan.seats
    await writeHistory(tx, { eventId, userId: user.id, act: 'imported-guests', at: now })
    return { import: toGuestImport(made), ...answer }
  })
}

/** Neither let in, changed, answered nor written to: nobody has relied on it. */
const untouched = sql`t.admitted = 0 and t.coming is null and t.first_quantity is null and t.returned_at is null
  and not t.wants_mail
  and not exists (select 1 from door_scans s where s.ticket_id = t.id)
  and not exists (select 1 from ticket_returns r where r.ticket_id = t.id)
  and not exists (select 1 from ticket_places p where p.ticket_id = t.id)
  and not exists (select 1 from mails m where m.ticket_id = t.id)
  and not exists (select 1 from booking_answers a where a.ticket_id = t.id)
  and not exists (select 1 from guest_messages g where g.ticket_id = t.id)`

/** Rows go, so that the same file can be imported again; a door whose list is older loads the whole list. */
export const undoImport = (deps: Deps, user: SessionUser, { eventId, importId }: Undone) =>
  inLedger(deps, eventId, async ({ ledger, tx, now }) => {
    await getEventFor(tx, user, 'event.manage', eventId, 'no key update')
    const isThisOne = and(eq(imports.id, importId), eq(imports.eventId, eventId))
    const [found] = await tx.select().from(imports).where(isThisOne)
    if (!found) throw new AppError('import_not_found')
    if (found.undoneAt) return { removed: 0, kept: await countTickets(tx, importId) }
    if (found.undoUntil <= now) throw new AppError('undo_too_late')
    const { rows } = await tx.execute<{ seats: number }>(sql`
      delete from tickets t where t.import_id = ${importId} and ${untouched} returning t.number_of_tickets as seats`)
    await tx
      .update(imports)
      .set({ undoneAt: now, undoneIn: sql`pg_current_xact_id()` })
      .where(isThisOne)
    ledger.sold -= rows.reduce((sum, { seats }) => sum + seats, 0)
    await writeHistory(tx, { eventId, userId: user.id, act: 'undid-import', at: now })
    return { removed: rows.length, kept: await countTickets(tx, importId) }
  })

const countTickets = async (tx: Tx, importId: number) => {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from tickets where import_id = ${importId}`,
  )
  return rows[0]?.n ?? 0
}
