import { DAY } from '../../../contract/durations.ts'
import { api } from '../../../contract/api.ts'
import { removed } from '../../access/personal-data.ts'
import { notForMe, recommendations } from '../../db/schema/recommended.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { shownEvents } from '../events/module.ts'
import { refuse, startAfresh, sweepRecommendations } from './commands.ts'
import { listRecommended } from './reads.ts'

const recommendedRoutes = (deps: Deps): Binding[] => [
  bind(api.recommended.list, ({ query }, user) => listRecommended(deps, user, query), shownEvents),
  bind(api.recommended.notForMe, ({ params }, user) => refuse(deps, user.id, params.eventId)),
  bind(api.recommended.startAfresh, (_, user) => startAfresh(deps, user.id)),
]

export const recommended: Module = {
  routes: recommendedRoutes,
  jobs: { 'sweep-recommendations': { run: sweepRecommendations } },
  schedule: { 'sweep-recommendations': DAY },
  tables: [
    removed(recommendations, recommendations.userId, recommendations.userId, { plain: ['picks'] }),
    removed(notForMe, notForMe.userId, notForMe.eventId),
  ],
}
