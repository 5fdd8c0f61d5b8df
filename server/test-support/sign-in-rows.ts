// The rows of the authorization matrix about signing in and the account.
import { randomUUID } from 'node:crypto'
import type { Row } from './matrix-row.ts'
import { everybody, members, PASSWORD } from './expected-answers.ts'

const madeUpPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const nothing = () => ({})

export const SIGN_IN_ROWS: Record<string, Row> = {
  'POST /auth/login': {
    request: () => ({ body: { email: 'nobody@example.org', password: PASSWORD } }),
    expected: everybody(401),
  },
  'POST /auth/login (right password)': {
    request: ({ creatorEmail }) => ({ body: { email: creatorEmail, password: PASSWORD } }),
    expected: everybody(200),
  },
  'POST /auth/register': {
    request: () => ({
      body: { email: `${randomUUID()}@example.org`, password: PASSWORD, firstName: 'Nora', lastName: 'Byrne' },
    }),
    expected: everybody(201),
  },
  'POST /auth/logout': { request: nothing },
  'POST /auth/forgot-password': {
    request: () => ({ body: { email: 'nobody@example.org' } }),
    expected: everybody(200),
  },
  'POST /auth/reset-password/{token}': {
    request: () => ({ params: { token: 'made-up' }, body: { newPassword: PASSWORD } }),
    expected: everybody(400),
  },
  'POST /auth/code': { request: () => ({ body: { email: 'nobody@example.org' } }), expected: everybody(202) },
  'POST /auth/code (an account)': {
    request: ({ creatorEmail }) => ({ body: { email: creatorEmail } }),
    expected: everybody(202),
  },
  'POST /auth/code/verify': {
    request: ({ creatorEmail }) => ({ body: { email: creatorEmail, code: '123456' } }),
    expected: everybody(400),
  },
  // Not configured here: the browser is sent on to the screen that says so.
  'GET /auth/google': { request: nothing, expected: everybody(302) },
  'GET /auth/google/callback': {
    request: () => ({ query: { code: 'made-up', state: 'made-up' } }),
    expected: everybody(401),
  },
  'GET /users/profile': { request: nothing },
  'PUT /users/profile': {
    request: () => ({ body: { firstName: 'Nora', lastName: 'Byrne' } }),
  },
  'POST /users/change-password': {
    request: () => ({ body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} battery` } }),
  },
  'POST /users/change-password (wrong password)': {
    request: () => ({ body: { currentPassword: 'a guess', newPassword: `${PASSWORD} battery` } }),
    expected: members(400),
  },
  'POST /auth/google/answer': { request: () => ({ body: { isMine: true } }), expected: everybody(401) },
  'POST /auth/second-step': { request: () => ({ body: { code: '123456' } }), expected: everybody(401) },
  'POST /auth/passkey/options': { request: nothing },
  'POST /auth/passkey': { request: () => ({ body: madeUpPasskey }), expected: everybody(401) },
  'GET /users/passkeys': { request: nothing },
  'POST /users/passkeys/options': { request: nothing },
  'POST /users/passkeys': {
    request: () => ({
      body: {
        name: 'Phone',
        passkey: { ...madeUpPasskey, response: { ...madeUpPasskey.response, attestationObject: 'AAAA' } },
      },
    }),
    expected: members(400),
  },
  'PUT /users/passkeys/{passkeyId}': {
    request: () => ({ params: { passkeyId: 999_999 }, body: { name: 'Phone' } }),
    expected: members(404),
  },
  'DELETE /users/passkeys/{passkeyId}': {
    request: () => ({ params: { passkeyId: 999_999 } }),
    expected: members(404),
  },
  'POST /users/proof/options': { request: nothing },
  'GET /users/two-factor': { request: nothing },
  'POST /users/two-factor': { request: nothing },
  'POST /users/two-factor/confirm': { request: () => ({ body: { code: '123456' } }), expected: members(409) },
  'POST /users/two-factor/recovery-codes': { request: nothing, expected: members(409) },
  'DELETE /users/two-factor': { request: nothing },
  'GET /users/proof': { request: nothing },
  'POST /users/proof': { request: () => ({ body: { password: PASSWORD } }) },
  'POST /users/proof (wrong password)': { request: () => ({ body: { password: 'a guess' } }), expected: members(400) },
  'GET /users/sessions': { request: nothing },
  'DELETE /users/sessions': { request: nothing },
  'DELETE /users/sessions/{sessionId}': {
    request: () => ({ params: { sessionId: 'A'.repeat(22) } }),
    expected: members(404),
  },
}
