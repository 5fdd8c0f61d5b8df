import { tickets } from '../../db/schema/tickets.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const AT = '2099-04-01T20:00:00Z'

export const rows: ModuleRows = {
  mails: async ({ db, write, eventId, creator, words }) => {
    const [ticket] = await db
      .insert(tickets)
      .values({ eventId, userId: creator.id, numberOfTickets: 1 })
      .returning({ id: tickets.id })
    const ticketId = ticket?.id ?? 0
    const before = { status: 'published', startTime: AT, endTime: AT, venue: words }
    const dates = [{ eventId, ticketId, change: 'moved', before, note: words }]
    await write('dates-change', creator, { payload: { dates } })
    await write('standing-booked', creator, { payload: { ticketIds: [ticketId] } })
  },
}
