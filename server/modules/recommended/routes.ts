import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { shownEvents } from '../events/module.ts'
import { refuse, startAfresh } from './commands.ts'
import { listRecommended } from './reads.ts'

export const recommendedRoutes = (deps: Deps): Binding[] => [
  bind(api.recommended.list, ({ query }, user) => listRecommended(deps, user, query), shownEvents),
  bind(api.recommended.notForMe, ({ params }, user) => refuse(deps, user.id, params.eventId)),
  bind(api.recommended.startAfresh, (_, user) => startAfresh(deps, user.id)),
]
