import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { requireProof } from '../../access/proof.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { lockSession } from '../auth/queries.ts'

interface Person {
  id: number
}

/** Only its hash is stored: a repeated call derives the same address from the caller's key, which nobody else has. */
const secretFor = ({ secrets }: Deps, { id }: Person, key: string | undefined) =>
  key === undefined
    ? newToken()
    : createHmac('sha256', secrets.keyFor('calendar-feeds')).update(`${id} ${key}`).digest('base64url')

/** The address shows all bookings for as long as it works, so creating one needs a proof. */
export async function renewCalendarFeed(
  deps: Deps,
  user: SessionUser,
  key: string | undefined,
): Promise<{ url: string }> {
  requireProof(user, deps.clock())
  const secret = secretFor(deps, user, key)
  const row = { secretHash: hashToken(secret), createdAt: deps.clock() }
  await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    await tx
      .insert(calendarFeeds)
      .values({ userId: user.id, ...row })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: row })
  })
  return { url: `${deps.config.publicUrl}/feeds/bookings/${secret}.ics` }
}

export async function endCalendarFeed({ db }: Deps, user: Person): Promise<null> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, user.id))
  return null
}
