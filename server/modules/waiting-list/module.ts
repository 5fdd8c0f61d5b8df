import { sql } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { isMine, kept } from '../../access/personal-data.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { getOwnTicket } from '../tickets/queries.ts'
import { accept } from './accept.ts'
import { changeWish, decline, getEntry, join, leave, listOwnEntries, resume } from './commands.ts'

// For an account that is deleted, and several dates of a series at once.
export { joinIn, leave } from './commands.ts'

/** An existing entry is returned with 200. */
const statusOf = (isNew: boolean) => ({ status: isNew ? 201 : 200 })

const waitingListRoutes = (deps: Deps): Binding[] => [
  bind(api.waitingList.join, async ({ params, headers, body }, user) => {
    const { entry, isNew } = await join(deps, user, params.eventId, body, headers['idempotency-key'] ?? null)
    return new Answer(entry, statusOf(isNew))
  }),
  bind(api.waitingList.change, ({ params, body }, user) => changeWish(deps, user, params.eventId, body)),
  bind(api.waitingList.get, ({ params }, user) => getEntry(deps, user, params.eventId)),
  bind(api.waitingList.leave, ({ params }, user) => leave(deps, user, params.eventId)),
  bind(api.waitingList.accept, async ({ params, headers, body }, user) => {
    const key = headers['idempotency-key'] ?? null
    const { ticketId, isNew } = await accept(deps, user, params.eventId, body.numberOfTickets, key)
    // By a link too: the link is for the entry, which has become this ticket.
    return new Answer(await getOwnTicket(deps, { ...user, link: undefined }, ticketId), statusOf(isNew))
  }),
  bind(api.waitingList.decline, ({ params }, user) => decline(deps, user, params.eventId)),
  bind(api.waitingList.resume, ({ params }, user) => resume(deps, user, params.eventId)),
  bind(api.waitingList.mine, (_, user) => listOwnEntries(deps, user)),
]

export const waitingList: Module = {
  routes: waitingListRoutes,
  tables: [
    {
      table: waitingEntries,
      of: isMine(waitingEntries.userId),
      by: waitingEntries.id,
      personal: ['idempotencyKey'],
      plain: ['ending'],
      secret: ['code'],
      atDeletion: () => ({ idempotencyKey: null }),
    },
    kept(
      offers,
      ({ id }) => sql`${offers.entryId} in (select w.id from waiting_entries w where w.user_id = ${id})`,
      offers.id,
      { plain: ['ending'] },
    ),
  ],
}
