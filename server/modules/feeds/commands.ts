import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken } from '../../http/session.ts'

interface Person {
  id: number
}

/** Only its hash is stored: what answers a repeated call is made again from the caller's key, which nobody else has. */
const secretFor = ({ secrets }: Deps, { id }: Person, key: string | undefined) =>
  key === undefined
    ? newToken()
    : createHmac('sha256', secrets.keyFor('calendar-feeds')).update(`${id} ${key}`).digest('base64url')

export async function renewCalendarFeed(deps: Deps, user: Person, key: string | undefined): Promise<{ url: string }> {
  const secret = secretFor(deps, user, key)
  const row = { secretHash: hashToken(secret), createdAt: deps.clock() }
  await deps.db
    .insert(calendarFeeds)
    .values({ userId: user.id, ...row })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: row })
  return { url: `${deps.config.publicUrl}/feeds/bookings/${secret}.ics` }
}

export async function endCalendarFeed({ db }: Deps, user: Person): Promise<null> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, user.id))
  return null
}
