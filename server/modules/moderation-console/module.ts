import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { dismissReports } from './commands.ts'
import { listDecisions, ownDecisions } from './decisions.ts'
import { readFeatured, setFeatured } from './featured.ts'
import { readAccount, readEvent, readLog } from './queries.ts'
import { readQueue, readWorthALook } from './queue.ts'

const moderationConsoleRoutes = (deps: Deps): Binding[] => {
  const calls = api.moderationConsole
  return [
    bind(calls.own, (_input, user) => ownDecisions(deps, user.id)),
    bind(calls.queue, () => readQueue(deps)),
    bind(calls.worthALook, () => readWorthALook(deps)),
    bind(calls.event, ({ params }) => readEvent(deps, params.eventId)),
    bind(calls.account, ({ params }) => readAccount(deps, params.accountId)),
    bind(calls.decisions, ({ query }, user) => listDecisions(deps.db, user.id, query.cursor)),
    bind(calls.log, ({ query }) => readLog(deps, query.cursor)),
    bind(calls.dismiss, ({ body }, user) => dismissReports(deps, user, body)),
    bind(calls.featured, () => readFeatured(deps)),
    bind(calls.setFeatured, ({ body }, user) => setFeatured(deps, user, body.eventIds)),
  ]
}

export const moderationConsole: Module = { routes: moderationConsoleRoutes }
