// The tags of cached responses: the only place where they are spelt out.

/**
 * `event:12`: the event itself; `seats:12`: how many of its seats are left; `creator:12`: who somebody is to strangers;
 * `lists`: which events are listed, in what order; `counts`: seats left inside JSON lists; `sitemap`: what search engines are
 * announced, which may be minutes behind new events and not a second behind hidden ones; `*`: anything may have changed.
 */
export type Tag = `event:${number}` | `seats:${number}` | `creator:${number}` | 'lists' | 'counts' | 'sitemap' | '*'

export const eventTag = (eventId: number): Tag => `event:${eventId}`
export const seatsTag = (eventId: number): Tag => `seats:${eventId}`
export const creatorTag = (userId: number): Tag => `creator:${userId}`
export const LISTS: Tag = 'lists'
export const COUNTS: Tag = 'counts'
export const SITEMAP: Tag = 'sitemap'
export const EVERYTHING: Tag = '*'

/**
 * Whether an answer made of this must never be shown again once it is announced: an event may have been edited or withdrawn.
 * Without the newest seat count, or a newly published event, an answer is merely outdated: better than none while the
 * database is away. A list carries the tags of the events that it holds, so a changed event withdraws those lists too.
 */
export const isWithdrawn = (tag: Tag) => tag !== LISTS && tag !== COUNTS && !tag.startsWith('seats:')
