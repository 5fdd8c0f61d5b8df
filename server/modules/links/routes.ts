import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { switchByLink } from './commands.ts'
import { getLinkState } from './states.ts'

export const linkRoutes = (deps: Deps): Binding[] => [
  bind(api.links.get, ({ params }, user) => getLinkState(deps, params.token, user)),
  bind(api.links.unsubscribe, ({ params }) => switchByLink(deps, params.token, { isUnsubscribed: true })),
  bind(api.links.resubscribe, ({ params }) => switchByLink(deps, params.token, { isUnsubscribed: false })),
]
