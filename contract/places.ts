// Send a place to a friend: one seat of a booking gets its own code and is the friend's, until it is taken back.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { TEXT } from './limits.ts'
import { permission } from './permissions.ts'
import { idempotencyKey, sentPlace } from './tickets.ts'
import { filled, id, line } from './wire.ts'

const mayShare = permission('ticket.share', 'member')

const ofTicket = z.object({ ticketId: id })

export const place = sentPlace.extend({
  /** What the door reads. */
  code: z.string(),
  /** The friend's page, to be passed on. */
  url: z.string(),
})

export type Place = z.output<typeof place>

export const listPlaces = endpoint({
  method: 'GET',
  path: '/tickets/{ticketId}/places',
  access: 'member',
  may: mayShare,
  errors: ['ticket_not_found'],
  summary: 'The places of your booking that you have sent to friends',
  params: ofTicket,
  reply: z.array(place),
})

export const sendPlace = endpoint({
  method: 'POST',
  path: '/tickets/{ticketId}/places',
  access: 'member',
  may: mayShare,
  errors: ['ticket_not_found', 'event_ended', 'event_cancelled', 'no_place_to_send', 'idempotency_key_reused'],
  summary: 'Make a code for one seat of your booking, to send to a friend; your own code no longer admits it',
  params: ofTicket,
  headers: idempotencyKey,
  body: z.object({ name: filled(line(TEXT.name), 'Please say who the place is for') }),
  reply: place,
  status: 201,
})

export const takeBackPlace = endpoint({
  method: 'DELETE',
  path: '/tickets/{ticketId}/places/{placeId}',
  access: 'member',
  may: mayShare,
  errors: ['ticket_not_found', 'place_not_found', 'place_used'],
  summary: 'Take a place back until it was used; its code no longer opens the door',
  params: z.object({ ticketId: id, placeId: id }),
  reply: z.null(),
  status: 204,
})

const withCode = z.object({ code: z.string().max(60) })

/** Anybody with the code may read it: that is what it is for. */
export const getPlace = endpoint({
  method: 'GET',
  path: '/places/{code}',
  access: 'anyone',
  may: 'site.use',
  errors: ['place_not_found'],
  summary: 'What the friend sees: the event, and the code for the door',
  params: withCode,
  reply: place.extend({
    /** The first name of who sent it. */
    from: z.string(),
    event,
  }),
})

/** Anybody with the code could also walk in with it. */
export const handBackPlace = endpoint({
  method: 'DELETE',
  path: '/places/{code}',
  access: 'anyone',
  may: 'site.use',
  errors: ['place_not_found', 'place_used', 'event_ended'],
  summary: 'The friend cannot come: the place is the sender’s again, who is emailed',
  params: withCode,
  reply: z.null(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = {
  list: listPlaces,
  send: sendPlace,
  takeBack: takeBackPlace,
  get: getPlace,
  handBack: handBackPlace,
}
