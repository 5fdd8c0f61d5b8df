import { sql } from 'drizzle-orm'
import { isMyTicket, kept, ofMyTickets, type DescribedTable } from '../../access/personal-data.ts'
import { reminderRounds, reminders } from '../../db/schema/reminders.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'

export const ticketTables: DescribedTable[] = [
  {
    table: tickets,
    of: isMyTicket,
    by: tickets.id,
    personal: ['guestName', 'guestEmail', 'idempotencyKey', 'cameFrom'],
    plain: ['importRef'],
    secret: ['code', 'importCode'],
    atDeletion: () => ({
      guestName: sql`case when ${tickets.userId} is null then 'Guest' end`,
      guestEmail: null,
      wantsMail: false,
      idempotencyKey: null,
      cameFrom: null,
    }),
  },
  {
    table: ticketReturns,
    of: ofMyTickets(ticketReturns.ticketId),
    by: ticketReturns.id,
    personal: ['reason', 'idempotencyKey', 'undoKey'],
    plain: ['by'],
    atDeletion: () => ({ reason: null, idempotencyKey: null, undoKey: null }),
  },
  kept(reminders, ofMyTickets(reminders.ticketId), sql`${reminders.ticketId} || ' ' || ${reminders.which}`, {
    plain: ['which'],
  }),
  { table: reminderRounds, plain: ['which'] },
]
