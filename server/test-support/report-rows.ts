// Rows of the authorization matrix: reports, which anybody can send, and the console, which is for moderators alone.
import { everybody, expected } from './expected-answers.ts'
import type { Row } from './matrix-row.ts'

const nothing = () => ({})
// None of the callers is one.
const moderatorsOnly = expected(401, 403, 403)

const REPORT = { kind: 'rules', text: 'It is an advertisement.' }

export const REPORT_ROWS: Record<string, Row> = {
  'POST /reports': { request: ({ eventId }) => ({ body: { eventId, ...REPORT } }) },
  'POST /reports (draft)': {
    request: ({ draftId }) => ({ body: { eventId: draftId, ...REPORT } }),
    expected: everybody(404),
  },
  'GET /reports/{reference}': {
    request: () => ({ params: { reference: 'R-ABCDEFGHIJKL' } }),
    expected: everybody(404),
  },
  'GET /decisions': { request: nothing },
  'GET /moderation/queue': { request: nothing, expected: moderatorsOnly },
  'GET /moderation/worth-a-look': { request: nothing, expected: moderatorsOnly },
  'GET /moderation/events/{eventId}': {
    request: ({ eventId }) => ({ params: { eventId } }),
    expected: moderatorsOnly,
  },
  'GET /moderation/accounts/{accountId}': {
    request: ({ creatorId }) => ({ params: { accountId: creatorId } }),
    expected: moderatorsOnly,
  },
  'GET /moderation/decisions': { request: nothing, expected: moderatorsOnly },
  'GET /moderation/log': { request: nothing, expected: moderatorsOnly },
  'POST /moderation/dismissals': {
    request: ({ eventId }) => ({ body: { subject: { eventId } } }),
    expected: moderatorsOnly,
  },
  'GET /moderation/featured': { request: nothing, expected: moderatorsOnly },
  'PUT /moderation/featured': {
    request: ({ eventId }) => ({ body: { eventIds: [eventId] } }),
    expected: moderatorsOnly,
  },
}
