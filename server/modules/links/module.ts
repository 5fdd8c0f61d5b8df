import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { switchByLink } from './commands.ts'
import { installUnsubscribe } from './http.ts'
import { getLinkState } from './states.ts'

export { userFinder } from './http.ts'

const linkRoutes = (deps: Deps): Binding[] => [
  bind(api.links.get, ({ params }, user) => getLinkState(deps, params.token, user)),
  bind(api.links.unsubscribe, ({ params }) => switchByLink(deps, params.token, { isUnsubscribed: true })),
  bind(api.links.resubscribe, ({ params }) => switchByLink(deps, params.token, { isUnsubscribed: false })),
]

export const links: Module = { routes: linkRoutes, http: installUnsubscribe }
