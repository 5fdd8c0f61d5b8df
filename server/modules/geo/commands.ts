import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { getCity } from './queries.ts'

interface Coordinates {
  lat: number
  lng: number
}

/** A visitor's coordinates are answered and not kept. */
export async function saveLocation({ db, clock }: Deps, user: { id: number } | null, { lat, lng }: Coordinates) {
  if (user)
    await db.update(users).set({ latitude: lat, longitude: lng, locatedAt: clock() }).where(eq(users.id, user.id))
  return getCity(lat, lng)
}
