// Rows of the authorization matrix: nobody in its scene moderates. Who does is in server/modules/moderation/*.test.ts.
import { expected, members } from './expected-answers.ts'
import type { Row } from './matrix-row.ts'

const params = { reference: 'D-ABCDEFGHIJ' }
const refused = expected(401, 403, 403)

export const MODERATION_ROWS: Record<string, Row> = {
  'POST /moderation/decisions': {
    request: ({ eventId }) => ({ body: { subject: { eventId }, act: 'hide', reason: 'spam' } }),
    expected: refused,
  },
  'POST /moderation/decisions/{reference}/objection': {
    request: () => ({ params, body: { outcome: 'kept' } }),
    expected: refused,
  },
  'GET /decisions/{reference}': { request: () => ({ params }), expected: members(404) },
  'POST /decisions/{reference}/objection': {
    request: () => ({ params, body: { text: 'I do not agree.' } }),
    expected: members(404),
  },
  'GET /moderation/roles': { request: () => ({}), expected: refused },
  'PUT /moderation/roles': {
    request: ({ creatorEmail }) => ({ body: { email: creatorEmail, role: 'administrator' } }),
    expected: refused,
  },
}
