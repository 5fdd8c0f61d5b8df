import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { releaseEvent } from './review.ts'

/** Decisions, objections, roles; the console and reports beside them. */
export const moderationRoutes = (deps: Deps): Binding[] => [
  bind(api.review.release, ({ params }, user) => releaseEvent(deps, user, params.eventId)),
]
