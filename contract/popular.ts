import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { LIST } from './limits.ts'
import { wireNumber } from './wire.ts'

/** Of one of the lists that are no longer than this: popular, recommended, featured. */
export const shortList = z.object({
  limit: wireNumber(z.number().int().min(1).max(LIST.shortSize)).optional(),
})

export const popularEvent = event.extend({
  /** False where nothing is popular yet, and these are the next events by date. */
  isPopular: z.boolean(),
})

export type PopularEvent = z.output<typeof popularEvent>

export const listPopular = endpoint({
  method: 'GET',
  path: '/popular-events',
  access: 'anyone',
  may: 'event.read',
  summary: 'What is booked more than is usual right now, at most 2 of one creator among the first 10',
  query: shortList,
  reply: z.array(popularEvent),
  feature: 'popular',
})

export const calls = { list: listPopular }
