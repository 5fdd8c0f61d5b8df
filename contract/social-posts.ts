// What an organiser wants to post about an event, and when to be reminded of it (feature social-settings).
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { NETWORK_NAMES, NETWORKS } from './networks.ts'
import { dateTime, text } from './wire.ts'

const network = z.enum(NETWORK_NAMES, { error: `must be one of ${NETWORK_NAMES.join(', ')}` })

/** As a datetime-local input holds it, on the clocks of the event; empty: no reminder. */
const at = z
  .string({ error: 'must be text' })
  .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, 'must be a date and time such as 2026-11-17T20:00')

export const socialPost = z.object({
  network,
  text: z.string(),
  at,
  /** When the reminder was sent; null: not yet. */
  remindedAt: dateTime.nullable(),
})

export type SocialPost = z.output<typeof socialPost>

const longest = Math.max(...NETWORK_NAMES.map((name) => NETWORKS[name].limit))
const common = { access: 'member', may: 'event.manage', feature: 'social-settings' } as const

export const listPosts = endpoint({
  ...common,
  method: 'GET',
  path: '/events/{eventId}/posts',
  scope: 'events.read',
  params: eventParams,
  errors: ['event_not_found'],
  summary: 'What you want to post about an event, one for each network',
  reply: z.array(socialPost),
})

export const setPost = endpoint({
  ...common,
  method: 'PUT',
  path: '/events/{eventId}/posts/{network}',
  scope: 'events.write',
  params: eventParams.extend({ network }),
  errors: ['event_not_found', 'blocked_link', 'post_too_long', 'post_time_past'],
  summary: 'Change the text and the time of a post; nothing is posted by us',
  body: z
    .object({ text: text(longest), at })
    .refine((post) => post.at === '' || post.text !== '', { path: ['text'], message: 'Please write a text.' }),
  reply: socialPost,
})

/** By the names that api.ts and the client use. */
export const calls = { list: listPosts, set: setPost }
