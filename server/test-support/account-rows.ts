// Rows of the authorization matrix: what somebody does about their own account, and writing to us.
import { randomUUID } from 'node:crypto'
import { everybody, expected } from './expected-answers.ts'
import type { Row } from './matrix-row.ts'
import { pushReceiver } from './push-receiver.ts'

const nothing = () => ({})

export const ACCOUNT_ROWS: Record<string, Row> = {
  'POST /users/change-address': { request: () => ({ body: { email: `${randomUUID()}@example.org` } }) },
  'GET /users/settings': { request: nothing },
  'PUT /users/settings': { request: () => ({ body: { eventHistory: 'false' } }) },
  'POST /users/export': { request: nothing },
  'GET /users/export': { request: nothing },
  // Who created events has to cancel them first.
  'DELETE /users/account': { request: nothing, expected: expected(401, 202, 409, 202) },
  'POST /users/account/keep': { request: nothing },
  'PUT /users/photo': {
    request: ({ pictureKey }) => ({ body: { key: pictureKey } }),
    expected: expected(401, 400, 200, 400),
  },
  'DELETE /users/photo': { request: nothing },
  'POST /users/confirm-address': { request: nothing },
  'POST /auth/confirm-address': { request: () => ({ body: { token: 'A'.repeat(34) } }), expected: everybody(404) },
  'POST /auth/stop-address-change': { request: () => ({ body: { token: 'A'.repeat(34) } }), expected: everybody(404) },
  'GET /users/notices': { request: nothing },
  'PUT /users/notices': { request: () => ({ body: { notices: [{ notice: 'reminder-early', mail: 'false' }] } }) },
  'POST /users/push-subscriptions': {
    request: () => ({ body: { endpoint: `https://push.example/${randomUUID()}`, keys: pushReceiver().keys } }),
  },
  'DELETE /users/push-subscriptions': { request: nothing },
  'POST /contact': {
    request: () => ({ body: { name: 'Nora', email: 'nora@example.org', message: 'Hello.' } }),
  },
}
