// Handing an event over: its creator asks somebody by email, and the account with that address takes it over.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { isPublic } from '../../../contract/event-status.ts'
import type { Team } from '../../../contract/team.ts'
import { requireMay } from '../../access/can.ts'
import { writeHistory } from '../../access/history.ts'
import { requireProof } from '../../access/proof.ts'
import { countedSave } from '../../access/save-limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { orders } from '../../db/schema/orders.ts'
import { teamInvitations } from '../../db/schema/team.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type SessionUser } from '../../http/session.ts'
import { keyReused } from '../../http/repeated-key.ts'
import { scoreLater } from '../../screening/review.ts'
import { findAccountByEmail, lockSession, shareAccount } from '../auth/queries.ts'
import { findEvent, getEventForUpdate, getEventFor, type EventRow } from '../events/queries.ts'
import {
  acceptInvitation,
  endAccess,
  getInvitationFor,
  isAddress,
  teamOf,
  tokenFor,
  VALID_FOR,
  type Person,
} from './commands.ts'
import { findInvitation } from './queries.ts'

interface Asked {
  email: string
  token: string
}

const isHandoverOf = (eventId: number) =>
  and(eq(teamInvitations.eventId, eventId), eq(teamInvitations.isHandover, true))

/**
 * A series is changed as a whole by its own creator, so its dates stay with that account. Money that was paid by card goes back
 * from the account that received it.
 */
async function requireMayMove(db: Db | Tx, { id, hiddenAt, seriesId }: EventRow) {
  if (hiddenAt) throw new AppError('hidden_stays')
  if (seriesId !== null) throw new AppError('series_stays')
  const cardOrders = await db.$count(orders, and(eq(orders.eventId, id), eq(orders.payBy, 'card')))
  if (cardOrders > 0) throw new AppError('card_orders_stay')
}

/** Whether this is to be sent: not where its key has done so before. Says nothing about accounts. */
async function isNewRequest(db: Db | Tx, user: SessionUser, event: EventRow | null, { email, token }: Asked) {
  if (!event) throw new AppError('event_not_found')
  requireMay(user, 'event.change-team', event)
  await requireMayMove(db, event)
  if (email.toLowerCase() === user.email.toLowerCase()) throw new AppError('own_event')
  const first = await findInvitation(db, hashToken(token))
  if (first && first.email.toLowerCase() !== email.toLowerCase()) throw keyReused('invitation')
  return !first
}

/** A newer request ends the one before: at most one person can take the event over. */
export async function handOver(
  deps: Deps,
  user: SessionUser,
  eventId: number,
  email: string,
  key: string | null,
): Promise<Team> {
  requireProof(user, deps.clock())
  await deps.limits.take('invitation', user.id)
  const asked = { email, token: tokenFor(deps, user.id, eventId, key && `handover ${key}`) }
  // Before the transaction: the limits may be in Redis, and bookings wait for the event's row.
  if (await isNewRequest(deps.db, user, await findEvent(deps.db, eventId), asked))
    await deps.limits.take('typedAddress', ['invitation', email.toLowerCase()])
  const team = await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    const event = await getEventForUpdate(tx, eventId)
    if (await isNewRequest(tx, user, event, asked)) await writeRequest(deps, tx, user, eventId, asked)
    return teamOf(deps, tx, event)
  })
  deps.jobs.nudge()
  return team
}

async function writeRequest(deps: Deps, tx: Tx, user: SessionUser, eventId: number, { email, token }: Asked) {
  const now = deps.clock()
  await tx.delete(teamInvitations).where(isHandoverOf(eventId))
  await tx.insert(teamInvitations).values({
    eventId,
    email,
    isHandover: true,
    tokenHash: hashToken(token),
    invitedAt: now,
    expiresAt: new Date(now.getTime() + VALID_FOR),
  })
  // So that it waits, like all words of others, while nobody has confirmed that the address is theirs.
  const account = await findAccountByEmail(tx, email)
  await deps.mails.add(tx, { kind: 'team-invitation', userId: account?.id ?? null, payload: { to: email, token } })
  await writeHistory(tx, { eventId, userId: user.id, act: 'offered-handover', at: now })
}

/** Locks the event first, as accepting does: the second of both is refused. */
export async function keepEvent(deps: Deps, user: Person, eventId: number): Promise<undefined> {
  await deps.db.transaction(async (tx) => {
    await getEventFor(tx, user, 'event.change-team', eventId, 'update')
    const gone = await tx
      .delete(teamInvitations)
      .where(and(isHandoverOf(eventId), isNull(teamInvitations.acceptedBy)))
      .returning({ id: teamInvitations.id })
    if (gone.length > 0) await writeHistory(tx, { eventId, userId: user.id, act: 'handover-ended', at: deps.clock() })
  })
}

/** Locks both accounts before the event, in order of id: a suspension, a deletion or a cure happens before this or after it. */
async function requireBothHere({ clock }: Deps, tx: Tx, fromId: number, toId: number) {
  for (const id of [fromId, toId].toSorted((a, b) => a - b)) {
    const account = await shareAccount(tx, id)
    const isSuspended = account?.suspendedUntil && account.suspendedUntil > clock()
    if (!account || account.deletionAt || isSuspended) throw new AppError('handover_off')
    if (id === toId && !account.emailConfirmedAt) throw new AppError('address_unconfirmed')
  }
}

export async function accept(deps: Deps, user: Person, token: string) {
  const { isHandover } = await getInvitationFor(deps, deps.db, user, token)
  return isHandover ? takeOver(deps, user, token) : acceptInvitation(deps, user, token)
}

/** Bookings, team and statistics stay. The event counts as one that its new creator has made today. */
async function takeOver(deps: Deps, user: Person, token: string): Promise<{ eventId: number }> {
  const asked = await getInvitationFor(deps, deps.db, user, token)
  if (asked.acceptedBy !== null) return { eventId: asked.eventId }
  const { eventId, invalidateLocally } = await countedSave(deps, user, 'createEvent', () =>
    deps.db.transaction((tx) => changeCreator(deps, tx, user, token)),
  )
  for (const invalidate of invalidateLocally) invalidate()
  deps.jobs.nudge()
  return { eventId }
}

async function changeCreator(deps: Deps, tx: Tx, user: Person, token: string) {
  const { eventId } = await getInvitationFor(deps, tx, user, token)
  const fromId = (await findEvent(tx, eventId))?.creatorId ?? 0
  await requireBothHere(deps, tx, fromId, user.id)
  const event = await getEventForUpdate(tx, eventId)
  const { id, acceptedBy } = await getInvitationFor(deps, tx, user, token)
  if (acceptedBy !== null) return { eventId, invalidateLocally: [] }
  await requireMayMove(tx, event)
  if (event.creatorId !== fromId) throw new AppError('invitation_invalid')
  const now = deps.clock()
  const [changed] = await tx
    .update(events)
    .set({
      creatorId: user.id,
      managerIds: event.managerIds.filter((managerId) => managerId !== user.id),
      // The key was the other account's, and may be one that this account has used too.
      creationKey: null,
      creationHash: null,
      version: sql`${events.version} + 1`,
      updatedAt: now,
    })
    .where(eq(events.id, eventId))
    .returning()
  if (!changed) throw new AppError('event_not_found')
  await tx.update(teamInvitations).set({ acceptedBy: user.id }).where(eq(teamInvitations.id, id))
  // An open invitation to help would make the creator a manager too.
  await tx.delete(teamInvitations).where(and(eq(teamInvitations.eventId, eventId), isAddress(user.email)))
  // Search finds it by its creator's name.
  await tx.execute(sql`select refresh_event_search(array[${eventId}::int])`)
  await endAccess(tx, user, { eventIds: [eventId], userId: fromId, at: now })
  await writeHistory(tx, { eventId, userId: user.id, act: 'took-over', at: now })
  await scoreLater(deps, tx, changed)
  await deps.mails.add(tx, { kind: 'handed-over', userId: fromId, payload: { eventId, by: user.id } })
  const invalidateLocally = [
    await deps.changes.announce(tx, eventId, { isListed: isPublic(changed) }),
    await deps.changes.announceCreator(tx, fromId),
    await deps.changes.announceCreator(tx, user.id),
  ]
  return { eventId, invalidateLocally }
}
