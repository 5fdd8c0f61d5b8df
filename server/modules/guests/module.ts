import { api } from '../../../contract/api.ts'
import type { GuestSort } from '../../../contract/guests.ts'
import type { Deps } from '../../deps.ts'
import { download } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { guestTicketMail } from '../../ledger/booking-emails.ts'
import type { Module } from '../../module.ts'
import { addGuest, getManagedEvent } from './commands.ts'
import { cursorOf, type GuestList, readCursor } from './cursor.ts'
import { fullerCsv } from './fuller-csv.ts'
import { countGuests, listGuests, listWaiting, withAnswers } from './queries.ts'

export { fullerCsv } from './fuller-csv.ts'

const PAGE = 50

interface Asked {
  q?: string
  missing?: boolean
  sort?: GuestSort
  order?: 'ascending' | 'descending'
  cursor?: string
  limit?: number
}

/** Without a cursor the first page of both lists; with one the next page of its list. */
async function readPages({ db, clock }: Deps, eventId: number, { cursor, limit = PAGE, ...asked }: Asked) {
  const from = cursor === undefined ? null : readCursor(cursor)
  const wanted = { ...asked, eventId, after: from?.after, limit: limit + 1 }
  const isAsked = (list: GuestList) => from === null || from.list === list
  const [guests, waiting, counts] = await Promise.all([
    isAsked('guests') ? listGuests(db, wanted) : [],
    isAsked('waiting') ? listWaiting(db, wanted, clock()) : [],
    from === null ? countGuests(db, eventId) : null,
  ])
  // One more than a page was asked for: it is the next page's.
  const nextOf = <T>(list: GuestList, rows: T[], key: (row: T) => number) => {
    const last = rows[limit - 1]
    return last && rows.length > limit ? cursorOf(list, key(last)) : null
  }
  return {
    guests: await withAnswers(db, eventId, guests.slice(0, limit)),
    waiting: waiting.slice(0, limit).map(({ turn: _, firstName: __, lastName: ___, ...row }) => row),
    next: nextOf('guests', guests, ({ ticketId }) => ticketId),
    nextWaiting: nextOf('waiting', waiting, ({ turn }) => turn),
    counts,
  }
}

const guestRoutes = (deps: Deps): Binding[] => [
  bind(api.guests.list, async ({ params, query }, user) => {
    const { id } = await getManagedEvent(deps, user, params.eventId)
    return readPages(deps, id, query)
  }),
  bind(api.guests.csv, async ({ params }, user) => {
    const { id } = await getManagedEvent(deps, user, params.eventId)
    return download(await fullerCsv(deps.db, id, deps.clock()), `guests-${id}.csv`, 'text/csv; charset=utf-8')
  }),
  bind(api.guests.add, ({ params, headers, body }, user) =>
    addGuest(deps, user, params.eventId, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }),
  ),
]

export const guests: Module = {
  routes: guestRoutes,
  mails: (config, secrets) => ({
    'guest-ticket': { render: guestTicketMail(config, secrets), priority: PRIORITY.normal, toUnverifiedAddress: true },
  }),
  limits: {
    // Emails to addresses that have not asked for them.
    guestTicket: { points: 50, seconds: PER.day },
  },
}
