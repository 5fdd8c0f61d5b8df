// What the creator does: links to the door, and how many are in.
import { createHmac } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { DoorLink } from '../../../contract/door.ts'
import { DOOR } from '../../../contract/limits.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { doorLinks } from '../../db/schema/door.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { keyReused, requireSameWish } from '../../http/repeated-key.ts'
import { getEventFor, type EventRow } from '../events/queries.ts'
import { expiryOf, listLinks, readConflicts } from './queries.ts'

async function getManagedEvent({ db }: Deps, user: SessionUser, eventId: number): Promise<EventRow> {
  return getEventFor(db, user, 'event.manage', eventId)
}

interface NewLink {
  name: string
  mayAdd: boolean
  idempotencyKey: string | null
}

/** Only its hash is stored, so a repeated request derives the same token from its key. */
const tokenFor = ({ secrets }: Deps, userId: number, eventId: number, key: string | null) =>
  key === null
    ? newToken()
    : createHmac('sha256', secrets.keyFor('door-links')).update(`${userId} ${eventId} ${key}`).digest('base64url')

/** With the one just made. */
async function requireFewLinks(tx: Tx, eventId: number) {
  const inAll = await tx.$count(doorLinks, eq(doorLinks.eventId, eventId))
  if (inAll > DOOR.linksInAll) throw new AppError('door_links_used_up', { values: { n: DOOR.linksInAll } })
  const live = await tx.$count(doorLinks, and(eq(doorLinks.eventId, eventId), isNull(doorLinks.revokedAt)))
  if (live > DOOR.liveLinks) throw new AppError('too_many_door_links', { values: { n: DOOR.liveLinks } })
}

export async function createLink(deps: Deps, user: SessionUser, eventId: number, wanted: NewLink) {
  const { db, clock, config } = deps
  const event = await getManagedEvent(deps, user, eventId)
  if (expiryOf(event) <= clock()) throw new AppError('event_ended')
  const { name, mayAdd, idempotencyKey } = wanted
  const token = tokenFor(deps, user.id, eventId, idempotencyKey)
  const tokenHash = hashToken(token)
  const at = clock()
  const link = await db.transaction(async (tx) => {
    // One after the other, so that the last of the links allowed is made once, and none after its maker has left.
    await getEventFor(tx, user, 'event.manage', eventId, 'no key update')
    const [made] = await tx
      .insert(doorLinks)
      .values({ eventId, tokenHash, name, mayAdd, createdBy: user.id, createdAt: at })
      .onConflictDoNothing()
      .returning()
    if (made) {
      await requireFewLinks(tx, eventId)
      await writeHistory(tx, { eventId, userId: user.id, act: 'door-link', at })
    }
    const [first] = made ? [made] : await tx.select().from(doorLinks).where(eq(doorLinks.tokenHash, tokenHash))
    return first
  })
  if (!link) throw keyReused('door link')
  requireSameWish(link, { name, mayAdd }, 'door link')
  const url = `${config.publicUrl}/door#${token}`
  return { id: link.id, name, mayAdd, url, token, expiresAt: expiryOf(event).toISOString() }
}

export async function listOwnLinks(deps: Deps, user: SessionUser, eventId: number): Promise<DoorLink[]> {
  const event = await getManagedEvent(deps, user, eventId)
  const links = await listLinks(deps.db, eventId)
  return links.reverse().map(({ id, name, mayAdd, admitted, overLimit, createdAt, revokedAt }) => ({
    id,
    name,
    mayAdd,
    admitted,
    overLimit,
    createdAt: createdAt.toISOString(),
    expiresAt: expiryOf(event).toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }))
}

export async function revokeLink(deps: Deps, user: SessionUser, eventId: number, linkId: number): Promise<undefined> {
  await getManagedEvent(deps, user, eventId)
  const at = deps.clock()
  await deps.db.transaction(async (tx) => {
    const isThisOne = and(eq(doorLinks.id, linkId), eq(doorLinks.eventId, eventId))
    const [link] = await tx.select().from(doorLinks).where(isThisOne).for('update')
    if (!link) throw new AppError('door_link_not_found')
    if (link.revokedAt) return
    await tx.update(doorLinks).set({ revokedAt: at }).where(isThisOne)
    await writeHistory(tx, { eventId, userId: user.id, act: 'door-link-ended', at })
  })
}

export async function getCounts(deps: Deps, user: SessionUser, eventId: number) {
  const event = await getManagedEvent(deps, user, eventId)
  const [links, conflicts] = await Promise.all([listLinks(deps.db, eventId), readConflicts(deps.db, eventId, true)])
  return { ...countsOf(links), conflicts, capacity: event.capacity, sold: event.ticketsSold }
}

interface Counted {
  id: number
  name: string
  admitted: number
  overLimit: number
}

/** For each door and together. */
export const countsOf = (links: Counted[]) => ({
  admitted: links.reduce((sum, { admitted }) => sum + admitted, 0),
  overLimit: links.reduce((sum, { overLimit }) => sum + overLimit, 0),
  doors: links.map(({ id, name, admitted, overLimit }) => ({ id, name, admitted, overLimit })),
})
