import { eq } from 'drizzle-orm'
import { sessions } from '../../db/schema/auth.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { getCity } from './queries.ts'

interface Coordinates {
  lat: number
  lng: number
}

/** A visitor's coordinates are answered and not kept. A member's town is shown in the list of their sessions. */
export async function saveLocation({ db, clock }: Deps, user: SessionUser | null, { lat, lng }: Coordinates) {
  const found = getCity(lat, lng)
  if (user) {
    await db.update(users).set({ latitude: lat, longitude: lng, locatedAt: clock() }).where(eq(users.id, user.id))
    await db.update(sessions).set({ town: found.city }).where(eq(sessions.tokenHash, user.tokenHash))
  }
  return found
}
