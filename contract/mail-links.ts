// Signed links of emails. Following one changes nothing: GET /links/{token} says what it is about, and the calls that it
// may make take the token as Authorization: Bearer, for that one booking or entry.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { ownTicket } from './tickets.ts'
import { waitingEntry } from './waiting-list.ts'
import { dateTime } from './wire.ts'

export const unsubscribeState = z.object({
  purpose: z.literal('unsubscribe'),
  /** What the emails are about, in words. */
  from: z.string(),
  isUnsubscribed: z.boolean(),
})

export const addressState = z.object({
  purpose: z.literal('address'),
  isConfirmed: z.boolean(),
  /** The address that is to take the place of the account's, until it does. */
  newEmail: z.string().optional(),
  /**
   * Nobody has confirmed it yet, and this browser is not signed in to the account: whose it is has to be said first. With a
   * booking people know the booking rather than the account.
   */
  asks: z.enum(['account', 'booking']).optional(),
  /** A new address is confirmed in a browser that is signed in to the account. */
  needsSignIn: z.literal(true).optional(),
  /** After Yes: false, where the password has ended and a new one is to be set. */
  hasPassword: z.boolean().optional(),
  /** After No: the account is closed, or, since others count on its events, moderators look at it. */
  ended: z.enum(['closed', 'reported']).optional(),
  /** After No that closed the account: until then Yes takes it back. */
  undoUntil: dateTime.optional(),
  /** After No was taken back: seats that somebody else has booked since. */
  seatsLost: z.number().optional(),
})

/** In the email to the address that an account is about to lose. */
export const keepAddressState = z.object({
  purpose: z.literal('keep-address'),
  /** There is no such change to stop, or none any more. */
  isStopped: z.boolean(),
})

/** What the page of a link shows. */
export const linkState = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('answer'), ticket: ownTicket }),
  z.object({ purpose: z.literal('offer'), event, entry: waitingEntry.nullable() }),
  unsubscribeState,
  addressState,
  keepAddressState,
  z.object({ purpose: z.literal('survey'), ticketId: z.number(), event }),
])

export type LinkState = z.output<typeof linkState>

const ofToken = z.object({ token: z.string().max(200) })

export const getLink = endpoint({
  method: 'GET',
  path: '/links/{token}',
  access: 'optional',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: "What an email's link is about; changes nothing",
  params: ofToken,
  reply: linkState,
})

/** What the button on the page of an unsubscribe link does. Email programs use POST /unsubscribe/{token}, outside of /api. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/links/{token}/unsubscribe',
  access: 'anyone',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: 'No more emails of the kind that this link came with',
  params: ofToken,
  reply: unsubscribeState,
})

export const resubscribe = endpoint({
  method: 'DELETE',
  path: '/links/{token}/unsubscribe',
  access: 'anyone',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: 'Emails of this kind after all',
  params: ofToken,
  reply: unsubscribeState,
})

/** By the names that api.ts and the client use. */
export const calls = { get: getLink, unsubscribe, resubscribe }
