import { and, eq } from 'drizzle-orm'
import { MINUTE } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { NETWORKS, type NetworkName } from '../../../contract/networks.ts'
import type { SocialPost } from '../../../contract/social-posts.ts'
import { parseDateTime, wallClock } from '../../../contract/zoned-time.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { getEventFor, markOwn, type EventRow } from '../events/queries.ts'

// A post about next year's event, or about the pictures of last month's.
const MOST_MINUTES = 2 * 366 * 24 * 60

function minutesBefore({ startTime, timeZone }: EventRow, at: string): number | null {
  if (at === '') return null
  const chosen = parseDateTime(at, timeZone)
  if (!chosen) throw new AppError('bad_request', { message: 'At must be a date and time' })
  const ms = wallClock(startTime, timeZone).getTime() - wallClock(chosen, timeZone).getTime()
  const minutes = Math.round(ms / MINUTE)
  if (Math.abs(minutes) > MOST_MINUTES)
    throw new AppError('bad_request', { message: 'At must be within two years of the event' })
  return minutes
}

const isPast = ({ timeZone }: EventRow, at: string, now: Date) =>
  at !== '' && (parseDateTime(at, timeZone) ?? now) <= now

interface Change {
  network: NetworkName
  text: string
  at: string
}

/** A new time in the future reminds again; what was sent for the same time is not sent twice. */
export async function setPost(
  { db, clock }: Deps,
  user: SessionUser,
  eventId: number,
  { network, text, at }: Change,
): Promise<SocialPost> {
  const now = clock()
  const { limit, count, name } = NETWORKS[network]
  if (count(text) > limit) throw new AppError('post_too_long', { values: { name, n: limit, m: count(text) } })
  return db.transaction(async (tx) => {
    const event = await getEventFor(tx, user, 'event.manage', eventId, 'no key update')
    if (event.hiddenAt) throw new AppError('event_not_found')
    await requireNoBlockedLink(tx, [text])
    const isIt = and(eq(socialPosts.eventId, eventId), eq(socialPosts.network, network))
    const [before] = await tx.select().from(socialPosts).where(isIt)
    const minutes = minutesBefore(event, at)
    const isSameTime = before?.minutesBefore === minutes
    if (!isSameTime && isPast(event, at, now)) throw new AppError('post_time_past')
    const remindedAt = isSameTime ? (before?.remindedAt ?? null) : null
    const post = { userId: user.id, text, minutesBefore: minutes, remindedAt }
    await tx
      .insert(socialPosts)
      .values({ eventId, network, ...post })
      .onConflictDoUpdate({ target: [socialPosts.eventId, socialPosts.network], set: post })
    await markOwn(tx, event, 'posts')
    return { network, text, at, remindedAt: remindedAt?.toISOString() ?? null }
  })
}
