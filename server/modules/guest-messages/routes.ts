import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { getMessages, sendMessage, sendTest } from './commands.ts'

export const guestMessageRoutes = (deps: Deps): Binding[] => [
  bind(api.guestMessages.list, ({ params }) => getMessages(deps, params.eventId)),
  bind(api.guestMessages.send, ({ params, headers, body: { test, ...body } }, user) => {
    const message = { ...body, idempotencyKey: headers['idempotency-key'] ?? null }
    return test ? sendTest(deps, user, params.eventId, message) : sendMessage(deps, user, params.eventId, message)
  }),
]
