import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { askOrganiser } from './commands.ts'

export const questionRoutes = (deps: Deps): Binding[] => [
  bind(api.questions.ask, ({ params, body, headers }, user) =>
    askOrganiser(deps, user, { eventId: params.eventId, text: body.text, key: headers['idempotency-key'] }),
  ),
]
