import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { decide, readDecision } from './decisions.ts'
import { decideObjection, objectTo } from './objections.ts'
import { releaseEvent } from './review.ts'
import { readRoles, setRole } from './roles.ts'

/** Decisions, objections, roles; the console and reports beside them. */
export const moderationRoutes = (deps: Deps): Binding[] => [
  bind(api.moderation.decide, ({ body, headers }, user) => decide(deps, user, body, headers['idempotency-key'])),
  bind(api.moderation.read, ({ params }, user) => readDecision(deps, user, params.reference)),
  bind(api.moderation.object, ({ params, body, headers }, user) =>
    objectTo(deps, user, params.reference, body.text, headers['idempotency-key']),
  ),
  bind(api.moderation.decideObjection, ({ params, body }, user) => decideObjection(deps, user, params.reference, body)),
  bind(api.moderation.listRoles, () => readRoles(deps)),
  bind(api.moderation.setRole, ({ body }, user) => setRole(deps, user, body)),
  bind(api.review.release, ({ params }, user) => releaseEvent(deps, user, params.eventId)),
]
