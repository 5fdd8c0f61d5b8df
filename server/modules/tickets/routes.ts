import { api } from '../../../contract/api.ts'
import { AppError } from '../../../contract/errors.ts'
import { isPublic } from '../../../contract/event-status.ts'
import { pathOf } from '../../../contract/http-caller.ts'
import { TICKETS_AT_ONCE } from '../../../contract/limits.ts'
import { requireSight } from '../../access/sight.ts'
import type { Deps } from '../../deps.ts'
import { Answer, download } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent, getEventFor } from '../events/queries.ts'
import { calendarAnswer } from './calendar-answer.ts'
import { bookTickets, resendTickets } from './commands.ts'
import { purchasersCsv } from './purchasers-csv.ts'
import { bookQuickly } from './quick-booking.ts'
import { getOwnTicket, listTickets, readPurchases } from './queries.ts'
import { answerReminder, returnTickets, takeBack, undoReturn } from './returns.ts'

async function getOwnEvent({ db }: Deps, user: SessionUser, eventId: number) {
  return getEventFor(db, user, 'event.see-sales', eventId)
}

export function ticketRoutes(deps: Deps): Binding[] {
  return [
    bind(api.tickets.list, async ({ query }, user) => {
      const page = await listTickets(deps, user, query)
      const last = page.length === TICKETS_AT_ONCE && page.at(-1)
      if (!last) return page
      const next = pathOf(api.tickets.list, { query: { ...query, cursor: last.id } })
      return new Answer(page, { headers: { link: `<${next}>; rel="next"` } })
    }),
    bind(api.tickets.book, ({ headers, body }, user) =>
      bookTickets(deps, user, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }),
    ),
    bind(api.tickets.quick, ({ headers, body }, _user, meta) =>
      bookQuickly(deps, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }, headers.cookie, meta),
    ),
    bind(api.tickets.resend, ({ body }, _user, meta) => resendTickets(deps, body.email, meta.ip)),
    bind(api.tickets.get, ({ params }, user) => getOwnTicket(deps, user, params.ticketId)),
    bind(api.tickets.return, ({ params, headers, body }, user) =>
      returnTickets(deps, user, params.ticketId, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }),
    ),
    bind(api.tickets.undoReturn, ({ params, headers }, user) =>
      undoReturn(deps, user, params.ticketId, headers['idempotency-key'] ?? null),
    ),
    bind(api.tickets.answer, ({ params, body }, user) => answerReminder(deps, user, params.ticketId, body.coming)),
    bind(api.tickets.takeBack, ({ params, body }, user) => takeBack(deps, user, { ...params, ...body })),
    bind(api.events.calendar, async ({ params, query }) => {
      const event = await findEvent(deps.db, params.eventId)
      if (!event || !isPublic(event)) throw new AppError('event_not_found')
      await requireSight(deps.db, event, null, query.key)
      return calendarAnswer(event, deps.config, query.booking)
    }),
    bind(api.events.ticketsSold, async ({ params }, user) => {
      const event = await getOwnEvent(deps, user, params.eventId)
      return event.ticketsSold
    }),
    bind(api.events.purchasers, async ({ params }, user) => {
      const { id } = await getOwnEvent(deps, user, params.eventId)
      const csv = purchasersCsv(readPurchases(deps.db, id))
      return download(csv, `ticket-purchasers-${id}.csv`, 'text/csv; charset=utf-8')
    }),
  ]
}
