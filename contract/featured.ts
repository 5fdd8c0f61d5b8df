import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { shortList } from './popular.ts'

export const listFeatured = endpoint({
  method: 'GET',
  path: '/featured-events',
  access: 'anyone',
  may: 'event.read',
  summary: 'What moderators have chosen, in their order',
  query: shortList,
  reply: z.array(event),
  feature: 'featured',
})

export const calls = { list: listFeatured }
