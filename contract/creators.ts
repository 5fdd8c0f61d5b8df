// Creators as everybody sees them: a page once something of theirs is published, and Follow.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { id } from './wire.ts'

export const creator = z.object({
  id: z.number(),
  /** The name they chose, else first name and initial. */
  name: z.string(),
  text: z.string(),
  /** A full address, or a path below the image storage's base address; null: none. */
  pictureUrl: z.string().nullable(),
  /** Their mail address, where they chose to show it. */
  email: z.string().optional(),
  /** What is on or to come, the next first; `upcomingCursor` goes on at GET /all-events?creator={id}&when=upcoming&series=once. */
  upcoming: z.array(event),
  upcomingCursor: z.string().nullable(),
  /** What is over, the newest first; `pastCursor` goes on at GET /all-events?creator={id}&when=past&series=once. */
  past: z.array(event),
  pastCursor: z.string().nullable(),
})

export type Creator = z.output<typeof creator>

const ofCreator = z.object({ creatorId: id })

export const getCreator = endpoint({
  method: 'GET',
  path: '/creators/{creatorId}',
  access: 'anyone',
  may: 'event.read',
  errors: ['creator_not_found'],
  summary: 'A creator and their events, once something of theirs is published',
  params: ofCreator,
  reply: creator,
})

export const followed = z.object({
  id: z.number(),
  name: z.string(),
  pictureUrl: z.string().nullable(),
  /** False: nothing of theirs can be read at the moment, so that there is no page to go to. */
  hasPage: z.boolean(),
})

export type Followed = z.output<typeof followed>

export const listFollowed = endpoint({
  method: 'GET',
  path: '/users/following',
  access: 'member',
  may: 'account.use',
  summary: 'The creators whom you follow, the newest first',
  reply: z.array(followed),
})

export const getFollow = endpoint({
  method: 'GET',
  path: '/creators/{creatorId}/follow',
  access: 'member',
  may: 'account.use',
  summary: 'Whether you follow this creator',
  params: ofCreator,
  reply: z.object({ isFollowing: z.boolean() }),
})

export const follow = endpoint({
  method: 'PUT',
  path: '/creators/{creatorId}/follow',
  access: 'member',
  may: 'account.use',
  errors: ['creator_not_found', 'follow_self', 'follow_limit'],
  summary: 'Be notified of their new events, in at most one email a day; again changes nothing',
  params: ofCreator,
  reply: z.null(),
  status: 204,
})

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/creators/{creatorId}/follow',
  access: 'member',
  may: 'account.use',
  summary: 'No longer follow them, also when you did not',
  params: ofCreator,
  reply: z.null(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { get: getCreator, listFollowed, getFollow, follow, unfollow }
