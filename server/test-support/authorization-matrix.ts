// One row a call of the contract, eight kinds of callers; the status each is to be answered follows from the permission that
// the contract names, unless the row says otherwise.
import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { rolesThatMay } from '../../contract/permissions.ts'
import { ACCOUNT_ROWS } from './account-rows.ts'
import { everybody, expected, members, type CallerKind } from './expected-answers.ts'
import type { Row, Scene } from './matrix-row.ts'
import { moduleRows } from './module-rows.ts'
import { REPORT_ROWS } from './report-rows.ts'
import { MODERATION_ROWS } from './moderation-rows.ts'
import { DAYS_AHEAD } from './series-scene.ts'
import { SIGN_IN_ROWS } from './sign-in-rows.ts'

/** What the contract says: who has the permission is answered, the others are refused. The creator also uploaded. */
export function expectedOf(endpoint: AnyEndpoint, row: Row): Record<CallerKind, number> {
  if (row.expected) return row.expected
  const status = endpoint.status ?? 200
  const roles = rolesThatMay(endpoint.may)
  if (roles.includes('visitor')) return everybody(status)
  if (endpoint.access === 'door') return { ...everybody(401), door: status }
  if (roles.includes('member')) return members(status)
  return expected(401, 403, status, roles.includes('manager') ? status : 403)
}

const eventBody = {
  title: 'Matrix Ceilidh',
  description: 'Bring your dancing shoes.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  capacity: '20',
  isDraft: 'true',
}

const nothing = () => ({})
const madeUpLink = () => ({ params: { token: 'A'.repeat(34) } })
const creatorParams = ({ creatorId }: Scene) => ({ params: { creatorId } })
const eventParams = ({ eventId }: Scene) => ({ params: { eventId } })
const ticketParams = ({ ticketId }: Scene) => ({ params: { ticketId } })
const fullParams = ({ fullId }: Scene) => ({ params: { eventId: fullId } })
const draftParams = ({ draftId }: Scene) => ({ params: { eventId: draftId } })

const seriesParams = ({ seriesId }: Scene) => ({ params: { seriesId } })
const newSeries = { event: eventBody, rule: { unit: 'week', every: 1, weekdays: [5] } }
const seriesChange = { ...newSeries, event: { ...eventBody, isDraft: 'false' }, scope: 'all', version: 1 }
const seriesDay = () => new Date(Date.now() + DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10)
const emailParams = ({ eventId }: Scene) => ({ params: { eventId, kind: 'welcome' } })
const EMAIL_WORDS = { subject: 'Soon', text: 'Hello {first_name}' }

/** 'METHOD /path' as the contract writes it; what follows in brackets tells two rows of one call apart. */
export const MATRIX: Record<string, Row> = {
  ...SIGN_IN_ROWS,
  ...ACCOUNT_ROWS,
  ...REPORT_ROWS,
  ...MODERATION_ROWS,
  ...(Object.assign({}, ...moduleRows.map(({ matrix }) => matrix)) as Record<string, Row>),
  'GET /creators/{creatorId}': { request: creatorParams },
  'GET /creators/{creatorId} (nothing published)': {
    request: ({ managerId }) => ({ params: { creatorId: managerId } }),
    expected: everybody(404),
  },
  'GET /users/following': { request: nothing },
  'GET /users/following/series': { request: nothing },
  'GET /creators/{creatorId}/follow': { request: creatorParams },
  // Nobody follows themselves.
  'PUT /creators/{creatorId}/follow': { request: creatorParams, expected: expected(401, 204, 409, 204) },
  'DELETE /creators/{creatorId}/follow': { request: creatorParams },
  'GET /users/calendar-feed': { request: nothing },
  'POST /users/calendar-feed': { request: nothing },
  'DELETE /users/calendar-feed': { request: nothing },
  'GET /all-events': { request: nothing },
  'GET /all-events/typeahead': { request: () => ({ query: { q: 'matrix' } }) },
  'GET /all-events/{eventId}': { request: eventParams },
  'GET /all-events/{eventId} (draft)': { request: draftParams, expected: expected(404, 404, 200) },
  'POST /events/{eventId}/new-link': { request: eventParams, expected: expected(401, 403, 409, 409) },
  'GET /all-events/{eventId}/calendar.ics': { request: eventParams },
  'GET /all-events/{eventId}/calendar.ics (draft)': { request: draftParams, expected: expected(404, 404, 404) },
  'GET /oembed': { request: ({ eventId }) => ({ query: { url: `http://localhost:3000/events/${eventId}` } }) },
  'GET /oembed (draft)': {
    request: ({ draftId }) => ({ query: { url: `http://localhost:3000/events/${draftId}` } }),
    expected: everybody(404),
  },
  'GET /oembed (another site)': {
    request: () => ({ query: { url: 'https://elsewhere.example/events/1' } }),
    expected: everybody(404),
  },
  'GET /all-events/{eventId}/tickets-sold': { request: eventParams },
  'GET /popular-events': { request: nothing },
  'GET /featured-events': { request: nothing },
  'GET /recommended-events': { request: () => ({ query: { near: '53.3,-6.3' } }) },
  'POST /recommended-events/{eventId}/not-for-me': { request: eventParams },
  'POST /recommended-events/{eventId}/not-for-me (draft)': { request: draftParams, expected: members(404) },
  'DELETE /recommended-events/history': { request: nothing },
  'POST /events': { request: () => ({ body: eventBody }) },
  'PUT /events/{eventId}': {
    request: (scene) => ({ ...eventParams(scene), body: eventBody }),
  },
  'POST /events/{eventId}/cancel': { request: (scene) => ({ ...eventParams(scene), body: {} }) },
  'POST /events/{eventId}/cancel (draft)': {
    request: (scene) => ({ ...draftParams(scene), body: {} }),
    expected: expected(401, 404, 409),
  },
  'POST /events/{eventId}/postpone': { request: (scene) => ({ ...eventParams(scene), body: {} }) },
  'POST /events/{eventId}/reinstate': { request: (scene) => ({ ...eventParams(scene), body: {} }) },
  'POST /events/{eventId}/duplicate': { request: eventParams },
  'POST /moderation/events/{eventId}/release': { request: eventParams, expected: members(403) },
  'POST /events/{eventId}/impact': { request: (scene) => ({ ...eventParams(scene), body: eventBody }) },
  'DELETE /events/{eventId}': { request: eventParams },
  'POST /series': { request: () => ({ body: newSeries }) },
  'GET /series/{seriesId}': { request: seriesParams },
  'GET /series/{seriesId}/mine': { request: seriesParams },
  'POST /series/{seriesId}/preview': { request: (scene) => ({ ...seriesParams(scene), body: seriesChange }) },
  'PUT /series/{seriesId}': {
    request: (scene) => ({ ...seriesParams(scene), body: seriesChange }),
    // The manager was first.
    expected: expected(401, 403, 409, 200),
  },
  'POST /series/{seriesId}/skip': { request: (scene) => ({ ...seriesParams(scene), body: { day: seriesDay() } }) },
  'POST /series/{seriesId}/pause': { request: (scene) => ({ ...seriesParams(scene), body: { until: '2099-01-01' } }) },
  'POST /series/{seriesId}/resume': { request: seriesParams },
  'POST /series/{seriesId}/end': { request: (scene) => ({ ...seriesParams(scene), body: {} }) },
  'PUT /series/{seriesId}/settings': {
    request: (scene) => ({ ...seriesParams(scene), body: { version: 1, standingAllowed: true } }),
    // The manager was first.
    expected: expected(401, 403, 409, 200),
  },
  'PUT /series/{seriesId}/texts': {
    request: (scene) => ({
      ...seriesParams(scene),
      body: { eventId: scene.seriesDateId, texts: ['questions', 'emails', 'posts'], scope: 'all' },
    }),
  },
  'GET /series/{seriesId}/standing-places': { request: seriesParams },
  'PUT /series/{seriesId}/follow': { request: seriesParams },
  'DELETE /series/{seriesId}/follow': { request: seriesParams },
  // Nobody of them has confirmed their address.
  'PUT /series/{seriesId}/standing': {
    request: (scene) => ({ ...seriesParams(scene), body: { numberOfTickets: 1 } }),
    expected: members(403),
  },
  'DELETE /series/{seriesId}/standing': { request: seriesParams },
  'POST /series/{seriesId}/bookings': {
    request: (scene) => ({ ...seriesParams(scene), body: { eventIds: [scene.seriesDateId], numberOfTickets: 1 } }),
  },
  'GET /events/{eventId}/team': { request: eventParams },
  'POST /events/{eventId}/team': {
    request: (scene) => ({ ...eventParams(scene), body: { email: 'helper@example.org' } }),
  },
  'DELETE /events/{eventId}/team/invitations': {
    request: (scene) => ({ ...eventParams(scene), query: { email: 'helper@example.org' } }),
  },
  'DELETE /events/{eventId}/team/{userId}': {
    request: ({ eventId, managerId }) => ({ params: { eventId, userId: managerId } }),
  },
  // Whose proof is too old is asked for it first.
  'POST /events/{eventId}/handover': {
    request: (scene) => ({ ...eventParams(scene), body: { email: 'successor@example.org' } }),
  },
  'DELETE /events/{eventId}/handover': { request: eventParams },
  'GET /events/{eventId}/history': { request: eventParams },
  'GET /events/{eventId}/insights': { request: eventParams },
  'GET /insights': { request: nothing },
  'GET /insights.csv': { request: nothing },
  'GET /events/{eventId}/insights (draft)': { request: draftParams, expected: expected(401, 404, 200) },
  'GET /managed-events': { request: nothing },
  'GET /team-invitations/{token}': {
    request: () => ({ params: { token: 'made-up-made-up-made-up' } }),
    expected: members(404),
  },
  'POST /team-invitations/{token}/accept': {
    request: () => ({ params: { token: 'made-up-made-up-made-up' } }),
    expected: members(404),
  },
  'GET /events/{eventId}/download-ticket-purchasers': { request: eventParams },
  'GET /tickets': { request: nothing },
  'POST /tickets': {
    request: ({ eventId }) => ({ body: { eventId, numberOfTickets: '2' } }),
  },
  'POST /tickets (draft)': {
    request: ({ draftId }) => ({ body: { eventId: draftId, numberOfTickets: 1 } }),
    expected: members(404),
  },
  'POST /tickets/quick': {
    request: ({ eventId }) => ({
      body: { eventId, numberOfTickets: 1, name: 'Nora Byrne', email: `${randomUUID()}@example.org` },
    }),
  },
  'POST /tickets/quick (draft)': {
    request: ({ draftId }) => ({
      body: { eventId: draftId, numberOfTickets: 1, name: 'Nora Byrne', email: `${randomUUID()}@example.org` },
    }),
    expected: everybody(404),
  },
  'POST /tickets/quick (an account)': {
    request: ({ eventId, creatorEmail }) => ({
      body: { eventId, numberOfTickets: 1, name: 'Nora Byrne', email: creatorEmail },
    }),
    expected: everybody(202),
  },
  'POST /tickets/resend': { request: ({ creatorEmail }) => ({ body: { email: creatorEmail } }) },
  'GET /tickets/{ticketId}': { request: ticketParams, expected: expected(401, 404, 200, 404) },
  'POST /tickets/{ticketId}/return': {
    request: (scene) => ({ ...ticketParams(scene), body: { numberOfTickets: '1' } }),
    expected: expected(401, 404, 200, 404),
  },
  'POST /tickets/{ticketId}/undo-return': { request: ticketParams, expected: expected(401, 404, 409, 404) },
  'POST /tickets/{ticketId}/answer': {
    request: (scene) => ({ ...ticketParams(scene), body: { coming: 'true' } }),
    expected: expected(401, 404, 200, 404),
  },
  'GET /events/{eventId}/guests': { request: eventParams },
  'GET /events/{eventId}/guests (draft)': { request: draftParams, expected: expected(401, 404, 200) },
  'GET /events/{eventId}/guests.csv': { request: eventParams },
  'POST /events/{eventId}/guests': {
    request: (scene) => ({ ...eventParams(scene), body: { name: 'Aunt Nuala', numberOfTickets: '1' } }),
  },
  'POST /events/{eventId}/guests (draft)': {
    request: (scene) => ({ ...draftParams(scene), body: { name: 'Aunt Nuala', numberOfTickets: '1' } }),
    expected: expected(401, 404, 404),
  },
  'GET /events/{eventId}/emails/{kind}': { request: emailParams },
  'PUT /events/{eventId}/emails/{kind}': {
    request: (scene) => ({ ...emailParams(scene), body: { enabled: true, ...EMAIL_WORDS } }),
  },
  'POST /events/{eventId}/emails/{kind}/preview': {
    request: (scene) => ({ ...emailParams(scene), body: EMAIL_WORDS }),
  },
  'POST /events/{eventId}/emails/{kind}/test': { request: (scene) => ({ ...emailParams(scene), body: EMAIL_WORDS }) },
  'GET /events/{eventId}/posts': { request: eventParams },
  'PUT /events/{eventId}/posts/{network}': {
    request: ({ eventId }) => ({ params: { eventId, network: 'twitter' }, body: { text: 'Soon', at: '' } }),
  },
  'GET /events/{eventId}/messages': { request: eventParams },
  'POST /events/{eventId}/messages': {
    request: (scene) => ({ ...eventParams(scene), body: { to: 'all', subject: 'Doors', text: 'At seven.' } }),
  },
  'POST /events/{eventId}/messages (draft)': {
    request: (scene) => ({ ...draftParams(scene), body: { to: 'all', subject: 'Doors', text: 'At seven.' } }),
    expected: expected(401, 404, 202),
  },
  'DELETE /events/{eventId}/guests/{ticketId}': {
    request: ({ bookedId: eventId, ticketId }) => ({
      params: { eventId, ticketId },
      body: { reason: 'Full of cousins.' },
    }),
  },
  'GET /links/{token}': { request: madeUpLink, expected: everybody(404) },
  'POST /links/{token}/unsubscribe': { request: madeUpLink, expected: everybody(404) },
  'DELETE /links/{token}/unsubscribe': { request: madeUpLink, expected: everybody(404) },
  'GET /tickets/{ticketId}/places': { request: ticketParams, expected: expected(401, 404, 200, 404) },
  'POST /tickets/{ticketId}/places': {
    request: (fixture) => ({ ...ticketParams(fixture), body: { name: 'Aoife' } }),
    expected: expected(401, 404, 201, 404),
  },
  'DELETE /tickets/{ticketId}/places/{placeId}': {
    request: ({ ticketId }) => ({ params: { ticketId, placeId: 999_999 } }),
    expected: expected(401, 404, 404),
  },
  'GET /places/{code}': { request: () => ({ params: { code: 'made-up' } }), expected: everybody(404) },
  'DELETE /places/{code}': { request: () => ({ params: { code: 'made-up' } }), expected: everybody(404) },
  'GET /favourites': { request: nothing },
  'POST /favourites': { request: ({ eventId }) => ({ body: { eventIds: [eventId] } }) },
  'GET /favourite-ids': { request: nothing },
  'GET /favourites/{eventId}': { request: eventParams, expected: members(404) },
  'PUT /favourites/{eventId}': { request: eventParams },
  'PUT /favourites/{eventId} (draft)': { request: draftParams, expected: members(404) },
  'DELETE /favourites/{eventId}': { request: eventParams },
  'POST /events/{eventId}/waiting-list': {
    request: (scene) => ({ ...fullParams(scene), body: { numberOfTickets: '2', atLeast: '1' } }),
    expected: expected(401, 201, 200, 201),
  },
  'POST /events/{eventId}/waiting-list (draft)': {
    request: (scene) => ({ ...draftParams(scene), body: { numberOfTickets: 1 } }),
    expected: members(404),
  },
  'PUT /events/{eventId}/waiting-list': {
    request: (scene) => ({ ...fullParams(scene), body: { numberOfTickets: 1 } }),
    expected: expected(401, 404, 200, 404),
  },
  'GET /events/{eventId}/waiting-list': { request: fullParams, expected: expected(401, 404, 200, 404) },
  'DELETE /events/{eventId}/waiting-list': { request: fullParams },
  'GET /waiting-list': { request: nothing },
  'POST /events/{eventId}/waiting-list/accept': {
    request: (scene) => ({ ...fullParams(scene), body: {} }),
    expected: expected(401, 404, 409, 404),
  },
  // On the list, and nothing is offered.
  'POST /events/{eventId}/waiting-list/decline': { request: fullParams, expected: expected(401, 404, 409, 404) },
  'POST /events/{eventId}/waiting-list/resume': { request: fullParams, expected: expected(401, 404, 200, 404) },
  'GET /geo/city': { request: () => ({ query: { lat: '53.35', lng: '-6.26' } }) },
  'GET /geo/towns': { request: () => ({ query: { q: 'Dub' } }) },
  'POST /geo/location': { request: () => ({ body: { lat: 53.35, lng: -6.26 } }) },
  'POST /events/{eventId}/door-links': {
    request: (scene) => ({ ...eventParams(scene), body: { name: 'Side door', mayAdd: 'true' } }),
  },
  'GET /events/{eventId}/door-links': { request: eventParams },
  'GET /events/{eventId}/door-links (draft)': { request: draftParams, expected: expected(401, 404, 200) },
  'DELETE /events/{eventId}/door-links/{linkId}': {
    request: ({ eventId, doorLinkId }) => ({ params: { eventId, linkId: doorLinkId } }),
  },
  'GET /events/{eventId}/door': { request: eventParams },
  'GET /door': { request: nothing },
  'POST /door/scans': {
    request: () => ({
      body: {
        scans: [{ id: randomUUID(), code: 'made-up', seats: 1, at: '2026-11-15T20:00:00Z' }],
        sentAt: '2026-11-15T20:00:01Z',
      },
    }),
  },
  'GET /s3/presigned-url': {
    request: () => ({ query: { fileName: 'poster.png', fileType: 'image/png' } }),
  },
  'DELETE /s3/delete-file': {
    request: ({ pictureKey }) => ({ query: { key: pictureKey } }),
  },
}

export const rowsOf = (call: string) =>
  Object.entries(MATRIX).filter(([name]) => name === call || name.startsWith(`${call} (`))
