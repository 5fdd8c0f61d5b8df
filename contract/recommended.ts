import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event, eventParams } from './events.ts'
import { eventQuery } from './event-query.ts'
import { shortList } from './popular.ts'

export const recommendedEvent = event.extend({
  /** Why, in a few words: "You went to The Lonesome Row". */
  reason: z.string(),
})

export type RecommendedEvent = z.output<typeof recommendedEvent>

export const listRecommended = endpoint({
  method: 'GET',
  path: '/recommended-events',
  access: 'optional',
  may: 'event.read',
  summary: 'For members by what they booked, saved and follow; for visitors by place and date',
  query: shortList.extend({
    /** Where a visitor is, rounded; members are asked for nothing. */
    near: eventQuery.shape.near,
  }),
  reply: z.array(recommendedEvent),
  feature: 'recommended',
})

export const notForMe = endpoint({
  method: 'POST',
  path: '/recommended-events/{eventId}/not-for-me',
  access: 'member',
  may: 'account.use',
  errors: ['event_not_found'],
  summary: 'Recommend this event to me no more',
  params: eventParams,
  reply: z.undefined(),
  status: 204,
  feature: 'recommended',
})

export const startAfresh = endpoint({
  method: 'DELETE',
  path: '/recommended-events/history',
  access: 'member',
  may: 'account.use',
  summary: 'Forget all that recommendations were made from until now',
  reply: z.undefined(),
  status: 204,
  feature: 'recommended',
})

export const calls = { list: listRecommended, notForMe, startAfresh }
