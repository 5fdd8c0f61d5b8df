import { eq } from 'drizzle-orm'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { expected } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const MINE = '/events/{eventId}/requests/mine'

export const rows: ModuleRows = {
  matrix: {
    // The scene's event is without approval.
    [`POST ${MINE}`]: {
      request: ({ eventId }) => ({ params: { eventId }, body: { numberOfTickets: 1 } }),
      expected: expected(401, 409, 409),
    },
    [`GET ${MINE}`]: { request: ({ eventId }) => ({ params: { eventId } }) },
    [`DELETE ${MINE}`]: { request: ({ eventId }) => ({ params: { eventId } }) },
    'GET /events/{eventId}/requests': { request: ({ eventId }) => ({ params: { eventId }, query: {} }) },
    'POST /events/{eventId}/requests/decide': {
      request: ({ eventId }) => ({ params: { eventId }, body: { ids: [2_000_000_000], accept: true } }),
      expected: expected(401, 403, 404),
    },
  },
  bounds: {
    [`POST ${MINE}`]: { statements: 20, rows: 20, kB: 1 },
    [`GET ${MINE}`]: { statements: 10, rows: 20, kB: 1 },
    [`DELETE ${MINE}`]: { statements: 20, rows: 20, kB: 1 },
    'GET /events/{eventId}/requests': { statements: 10, rows: 70, kB: 90 },
    'POST /events/{eventId}/requests/decide': { statements: 20, rows: 20, kB: 1 },
  },
  shown: { [`GET ${MINE}`]: 'own', 'GET /events/{eventId}/requests': 'own' },
  mails: async ({ db, write, eventId, guest, words }) => {
    const request = { eventId, userId: guest.id, numberOfTickets: 1, reason: words, endedAt: new Date() }
    const [declined] = await db
      .insert(bookingRequests)
      .values({ ...request, ending: 'declined' })
      .returning()
    await write('request-answered', guest, { payload: { requestId: declined?.id } })
    const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, guest.id)).limit(1)
    await write('request-accepted', guest, { ticketId: ticket?.id, payload: { reason: words } })
  },
  traces: ({ db, userId, eventId }) => db.insert(bookingRequests).values({ userId, eventId, numberOfTickets: 1 }),
}
