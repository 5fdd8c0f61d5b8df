// Events that a member has saved, by their heart. What a visitor saves stays on the device until they sign in.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { SAVED } from './limits.ts'
import { id } from './wire.ts'

const ofEvent = z.object({ eventId: id })
const common = { access: 'member', may: 'account.use', feature: 'favourites' } as const

export const list = endpoint({
  ...common,
  method: 'GET',
  path: '/favourites',
  summary: 'The events you have saved: what is on or comes next first, what is over last',
  reply: z.array(event),
})

export const ids = endpoint({
  ...common,
  method: 'GET',
  path: '/favourite-ids',
  summary: 'The ids of the events you have saved, newest first',
  reply: z.array(z.number()),
})

export const isSaved = endpoint({
  ...common,
  method: 'GET',
  path: '/favourites/{eventId}',
  errors: ['not_saved'],
  summary: 'Whether you have saved this event: 204 or 404',
  params: ofEvent,
  reply: z.null(),
  status: 204,
})

export const save = endpoint({
  ...common,
  method: 'PUT',
  path: '/favourites/{eventId}',
  errors: ['event_not_found', 'too_many_saved'],
  summary: 'Save this event, also when it is saved already',
  params: ofEvent,
  reply: z.null(),
  status: 204,
})

export const remove = endpoint({
  ...common,
  method: 'DELETE',
  path: '/favourites/{eventId}',
  summary: 'Save this event no longer, also when it was not saved',
  params: ofEvent,
  reply: z.null(),
  status: 204,
})

/** What a device has kept for a visitor; repeated it changes nothing. */
export const adopt = endpoint({
  ...common,
  method: 'POST',
  path: '/favourites',
  summary: 'Save these events as well, those of them that are there and as many as fit; answers the ids of all',
  body: z.object({
    eventIds: z.array(id).max(SAVED.onDevice, `can be at most ${SAVED.onDevice} at once`),
  }),
  reply: z.array(z.number()),
})

/** By the names that api.ts and the client use. */
export const calls = { list, ids, isSaved, save, remove, adopt }
