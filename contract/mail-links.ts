// Signed links of mails. Following one changes nothing: GET /links/{token} says what it is about, and the calls that it
// may make take the token as Authorization: Bearer, for that one booking or entry.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { ownTicket } from './tickets.ts'
import { waitingEntry } from './waiting-list.ts'

export const unsubscribeState = z.object({
  purpose: z.literal('unsubscribe'),
  /** What the mails are about, in words. */
  from: z.string(),
  isUnsubscribed: z.boolean(),
})

export const addressState = z.object({
  purpose: z.literal('address'),
  isConfirmed: z.boolean(),
  /** The address that is to take the place of the account's, until it does. */
  newEmail: z.string().optional(),
})

/** What the page of a link shows. */
export const linkState = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('answer'), ticket: ownTicket }),
  z.object({ purpose: z.literal('offer'), event, entry: waitingEntry.nullable() }),
  unsubscribeState,
  addressState,
])

export type LinkState = z.output<typeof linkState>

const ofToken = z.object({ token: z.string().max(200) })

export const getLink = endpoint({
  method: 'GET',
  path: '/links/{token}',
  access: 'anyone',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: "What a mail's link is about; changes nothing",
  params: ofToken,
  reply: linkState,
})

/** What the button on the page of an unsubscribe link does. Mail programs use POST /unsubscribe/{token}, outside of /api. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/links/{token}/unsubscribe',
  access: 'anyone',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: 'No more mails of the sort that this link came with',
  params: ofToken,
  reply: unsubscribeState,
})

export const resubscribe = endpoint({
  method: 'DELETE',
  path: '/links/{token}/unsubscribe',
  access: 'anyone',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: 'Mails of this sort after all',
  params: ofToken,
  reply: unsubscribeState,
})

/** What api.ts and the browser call them. */
export const calls = { get: getLink, unsubscribe, resubscribe }
