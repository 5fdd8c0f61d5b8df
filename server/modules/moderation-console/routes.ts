import { api } from '../../../contract/api.ts'
import { requireMay } from '../../access/can.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { SessionUser } from '../../http/session.ts'
import { dismissReports } from './commands.ts'
import { listDecisions, ownDecisions } from './decisions.ts'
import { readFeatured, setFeatured } from './featured.ts'
import { readAccount, readEvent, readLog } from './queries.ts'
import { readQueue, readWorthALook } from './queue.ts'

const requireModerator = (user: SessionUser) => requireMay(user, 'moderation.decide', null)

/** All but the first are for moderators alone. */
export const moderationConsoleRoutes = (deps: Deps): Binding[] => {
  const {
    queue,
    worthALook,
    own,
    event,
    account,
    decisions,
    log,
    dismiss,
    featured,
    setFeatured: choose,
  } = api.moderationConsole
  return [
    bind(own, (_input, user) => ownDecisions(deps, user.id)),
    bind(queue, (_input, user) => {
      requireModerator(user)
      return readQueue(deps)
    }),
    bind(worthALook, (_input, user) => {
      requireModerator(user)
      return readWorthALook(deps)
    }),
    bind(event, ({ params }, user) => {
      requireModerator(user)
      return readEvent(deps, params.eventId)
    }),
    bind(account, ({ params }, user) => {
      requireModerator(user)
      return readAccount(deps, params.accountId)
    }),
    bind(decisions, ({ query }, user) => {
      requireModerator(user)
      return listDecisions(deps.db, user.id, query.cursor)
    }),
    bind(log, ({ query }, user) => {
      requireModerator(user)
      return readLog(deps, query.cursor)
    }),
    bind(dismiss, ({ body }, user) => {
      requireModerator(user)
      return dismissReports(deps, user, body)
    }),
    bind(featured, (_input, user) => {
      requireModerator(user)
      return readFeatured(deps)
    }),
    bind(choose, ({ body }, user) => {
      requireModerator(user)
      return setFeatured(deps, user, body.eventIds)
    }),
  ]
}
