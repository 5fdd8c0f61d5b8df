// Pictures of hidden events: knowing their address is not enough to see them. Moderators see them by an
// address that is signed for a few minutes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Secrets } from '../access/secrets.ts'
import type { Db } from '../db/client.ts'
import { visibleOnly } from '../db/schema/event-status.ts'
import { events } from '../db/schema/events.ts'
import { deletedPictures, type DeletedPictures } from './deleted-pictures.ts'

/** What no other event shows to everybody: a copy that was published is to be decided about by itself. */
export function hiddenPictures(db: Db): DeletedPictures {
  const shown = alias(events, 'shown')
  const isShown = db
    .select({ id: shown.id })
    .from(shown)
    .where(and(eq(shown.imageUrl, events.imageUrl), visibleOnly('shown')))
  return deletedPictures(async () => {
    const rows = await db
      .select({ key: events.imageUrl })
      .from(events)
      .where(and(isNotNull(events.hiddenAt), isNotNull(events.imageUrl), notExists(isShown)))
    return rows.flatMap(({ key }) => (key === null ? [] : [key]))
  })
}

const LOOK_SECONDS = 600
const seconds = () => Math.floor(Date.now() / 1_000)

const seal = (secrets: Secrets, key: string, expires: string) =>
  createHmac('sha256', secrets.keyFor('picture-looks'))
    .update(JSON.stringify([key, expires]))
    .digest()

/** The key with what lets a moderator's browser fetch it. */
export function keyToLookAt(secrets: Secrets, key: string): string {
  const expires = String(seconds() + LOOK_SECONDS)
  return `${key}?look=${expires}.${seal(secrets, key, expires).toString('base64url')}`
}

export function mayLookAt(secrets: Secrets, key: string, look: unknown): boolean {
  const [expires = '', seals = ''] = typeof look === 'string' ? look.split('.') : []
  const [given, expected] = [Buffer.from(seals, 'base64url'), seal(secrets, key, expires)]
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) >= seconds()
}
