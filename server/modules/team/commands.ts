// Managers of an event: invited by email, and accepted by the account with that address alone.
import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { TEAM_MOST } from '../../../contract/limits.ts'
import type { Team } from '../../../contract/team.ts'
import { requireMay } from '../../access/can.ts'
import { writeHistory } from '../../access/history.ts'
import type { Db, Tx } from '../../db/client.ts'
import { doorLinks } from '../../db/schema/door.ts'
import { events } from '../../db/schema/events.ts'
import { eventSeries } from '../../db/schema/series.ts'
import { eventHistory, teamInvitations } from '../../db/schema/team.ts'
import { webhookEndpoints } from '../../db/schema/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, newToken } from '../../http/session.ts'
import { keyReused } from '../../http/repeated-key.ts'
import { findAccountByEmail, shareAccount } from '../auth/queries.ts'
import { findEvent, getEventFor, getEventForUpdate, type EventRow } from '../events/queries.ts'
import { findHandover, findInvitation, findPeople, listInvitations } from './queries.ts'

export const VALID_FOR = 14 * DAY

export interface Person {
  id: number
  email: string
}

/** Not the request to take the event over. */
const isToHelp = eq(teamInvitations.isHandover, false)
export const isAddress = (email: string) => and(isToHelp, sql`lower(${teamInvitations.email}) = lower(${email})`)

export async function teamOf({ clock }: Deps, db: Db | Tx, event: EventRow): Promise<Team> {
  const ids = [event.creatorId, ...event.managerIds]
  const people = await findPeople(db, ids)
  const invitations = await listInvitations(db, event.id, clock())
  const handover = await findHandover(db, event.id, clock())
  return {
    members: ids.flatMap((id) => {
      const person = people.find(({ userId }) => userId === id)
      return person ? [{ userId: id, name: person.name, role: id === event.creatorId ? 'creator' : 'manager' }] : []
    }),
    invitations: invitations.map(({ email, invitedAt }) => ({ email, invitedAt: invitedAt.toISOString() })),
    ...(handover && { handover: { email: handover.email, invitedAt: handover.invitedAt.toISOString() } }),
  }
}

export async function getTeam(deps: Deps, user: Person, eventId: number): Promise<Team> {
  const event = await getEventFor(deps.db, user, 'event.manage', eventId)
  return teamOf(deps, deps.db, event)
}

/** Only its hash is stored, so a repeated key is known by the token that is made from it. */
export const tokenFor = ({ secrets }: Deps, userId: number, eventId: number, key: string | null) =>
  key === null
    ? newToken()
    : createHmac('sha256', secrets.keyFor('team-invitations')).update(`${userId} ${eventId} ${key}`).digest('base64url')

interface Invited {
  email: string
  token: string
}

/** Whether this is to be sent: not where its key has done so before. Hidden events send nothing. */
async function isNewInvitation(db: Db | Tx, user: Person, event: EventRow | null, { email, token }: Invited) {
  if (!event) throw new AppError('event_not_found')
  requireMay(user, 'event.change-team', event)
  if (event.hiddenAt) throw new AppError('hidden_invites_nobody')
  const first = await findInvitation(db, hashToken(token))
  if (first && first.email.toLowerCase() !== email.toLowerCase()) throw keyReused('invitation')
  if (first) return false
  const inside = await findPeople(db, [event.creatorId, ...event.managerIds])
  if (inside.some((person) => person.email.toLowerCase() === email.toLowerCase())) throw new AppError('already_in_team')
  return true
}

/** Inviting the same address again sends a new link, and the old one ends; sent again with its key it is the same. */
export async function invite(
  deps: Deps,
  user: Person,
  eventId: number,
  email: string,
  key: string | null,
): Promise<Team> {
  await deps.limits.take('invitation', user.id)
  const invited = { email, token: tokenFor(deps, user.id, eventId, key) }
  // Before the transaction: the limits may be in Redis, and bookings wait for the event's row.
  if (await isNewInvitation(deps.db, user, await findEvent(deps.db, eventId), invited))
    await deps.limits.take('typedAddress', ['invitation', email.toLowerCase()])
  const team = await deps.db.transaction(async (tx) => {
    const event = await getEventForUpdate(tx, eventId)
    const isNew = await isNewInvitation(tx, user, event, invited)
    if (isNew) await writeInvitation(deps, tx, user, event, invited)
    return teamOf(deps, tx, event)
  })
  deps.jobs.nudge()
  return team
}

async function writeInvitation(deps: Deps, tx: Tx, user: Person, event: EventRow, { email, token }: Invited) {
  const now = deps.clock()
  const eventId = event.id
  await tx.delete(teamInvitations).where(and(eq(teamInvitations.eventId, eventId), isAddress(email)))
  await tx.insert(teamInvitations).values({
    eventId,
    email,
    tokenHash: hashToken(token),
    invitedAt: now,
    expiresAt: new Date(now.getTime() + VALID_FOR),
  })
  const open = await listInvitations(tx, eventId, now)
  if (1 + event.managerIds.length + open.length > TEAM_MOST)
    throw new AppError('team_full', { values: { n: TEAM_MOST } })
  // So that it waits, like all words of others, while nobody has confirmed that the address is theirs.
  const account = await findAccountByEmail(tx, email)
  await deps.mails.add(tx, { kind: 'team-invitation', userId: account?.id ?? null, payload: { to: email, token } })
  await writeHistory(tx, { eventId, userId: user.id, act: 'invited', at: now })
}

/** Locks the event first, as accepting does: the second of both is refused. */
export async function withdrawInvitation(deps: Deps, user: Person, eventId: number, email: string): Promise<undefined> {
  await deps.db.transaction(async (tx) => {
    await getEventFor(tx, user, 'event.change-team', eventId, 'update')
    const gone = await tx
      .delete(teamInvitations)
      .where(and(eq(teamInvitations.eventId, eventId), isAddress(email), isNull(teamInvitations.acceptedBy)))
      .returning({ id: teamInvitations.id })
    if (gone.length > 0) await writeHistory(tx, { eventId, userId: user.id, act: 'uninvited', at: deps.clock() })
  })
}

/** Somebody who no longer runs the event keeps no access to its guest list: their door links and webhooks end too. */
export async function endAccess(
  tx: Tx,
  by: Person,
  { eventIds, userId, at }: { eventIds: number[]; userId: number; at: Date },
) {
  const isTheirs = and(
    inArray(doorLinks.eventId, eventIds),
    eq(doorLinks.createdBy, userId),
    isNull(doorLinks.revokedAt),
  )
  const ended = await tx.update(doorLinks).set({ revokedAt: at }).where(isTheirs).returning({ id: doorLinks.eventId })
  const isTheirWebhook = and(
    inArray(webhookEndpoints.eventId, eventIds),
    eq(webhookEndpoints.userId, userId),
    isNull(webhookEndpoints.endedAt),
  )
  await tx.update(webhookEndpoints).set({ endedAt: at, endedBy: 'left' }).where(isTheirWebhook)
  const lines = ended.map(({ id }) => ({ eventId: id, userId: by.id, act: 'door-link-ended' as const, at }))
  if (lines.length > 0) await tx.insert(eventHistory).values(lines)
}

interface Led {
  seriesId: number | null
  /** Of a series all of its dates, over or to come. */
  eventIds: number[]
}

/** Who runs one date of a series runs all of it: the series is locked first, then its dates in the order of their ids. */
async function lockLed(tx: Tx, eventId: number): Promise<Led> {
  const seriesId = (await findEvent(tx, eventId))?.seriesId ?? null
  if (seriesId === null) return { seriesId, eventIds: [eventId] }
  await tx.select({ id: eventSeries.id }).from(eventSeries).where(eq(eventSeries.id, seriesId)).for('no key update')
  const isOfSeries = eq(events.seriesId, seriesId)
  const dates = await tx
    .select({ id: events.id })
    .from(events)
    .where(isOfSeries)
    .orderBy(events.id)
    .for('no key update')
  return { seriesId, eventIds: dates.map(({ id }) => id) }
}

/** `ids` is what becomes of the list of managers. */
async function setManagers(tx: Tx, { seriesId, eventIds }: Led, ids: SQL<number[]>) {
  await tx.update(events).set({ managerIds: ids }).where(inArray(events.id, eventIds))
  if (seriesId !== null) await tx.update(eventSeries).set({ managerIds: ids }).where(eq(eventSeries.id, seriesId))
}

export async function leaveTeam(deps: Deps, user: Person, eventId: number, userId: number): Promise<undefined> {
  await deps.db.transaction(async (tx) => {
    const led = await lockLed(tx, eventId)
    const event = await getEventFor(tx, user, 'event.manage', eventId, 'update')
    if (userId !== user.id) requireMay(user, 'event.change-team', event)
    if (userId === event.creatorId) throw new AppError('creator_stays')
    if (!event.managerIds.includes(userId)) return
    await setManagers(tx, led, sql<number[]>`array_remove(manager_ids, ${userId}::int)`)
    const { eventIds } = led
    // The link of an accepted invitation must not lead back in.
    await tx
      .delete(teamInvitations)
      .where(and(inArray(teamInvitations.eventId, eventIds), eq(teamInvitations.acceptedBy, userId)))
    const at = deps.clock()
    await endAccess(tx, user, { eventIds, userId, at })
    await writeHistory(tx, { eventId, userId: user.id, act: userId === user.id ? 'left' : 'removed', at })
  })
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

export async function getInvitationFor(deps: Deps, db: Db | Tx, user: Person, token: string): Promise<Invitation> {
  const found = await findInvitation(db, hashToken(token))
  const isOver = !found || (found.acceptedBy === null && found.expiresAt <= deps.clock())
  if (isOver || (found.acceptedBy !== null && found.acceptedBy !== user.id)) throw new AppError('invitation_invalid')
  if (found.email.toLowerCase() !== user.email.toLowerCase()) throw new AppError('invitation_for_another')
  return found
}

export async function getInvitation(deps: Deps, user: Person, token: string) {
  const { eventId, title, language, from, acceptedBy, isHandover } = await getInvitationFor(deps, deps.db, user, token)
  return {
    eventId,
    title,
    ...(language && { language }),
    from,
    isAccepted: acceptedBy !== null,
    ...(isHandover && { isHandover }),
  }
}

/** Managers see guests' names: the address has to be proven, not merely what they signed up with. */
async function requireConfirmed(tx: Tx, user: Person) {
  const account = await shareAccount(tx, user.id)
  if (!account?.emailConfirmedAt) throw new AppError('address_unconfirmed')
}

/** Locks the account, the series if it is a date of one, the event and then the invitation, which may be taken back until the event is locked. */
export const acceptInvitation = (deps: Deps, user: Person, token: string) =>
  deps.db.transaction(async (tx) => {
    const { eventId } = await getInvitationFor(deps, tx, user, token)
    await requireConfirmed(tx, user)
    const led = await lockLed(tx, eventId)
    const event = await getEventForUpdate(tx, eventId)
    const { id, acceptedBy } = await getInvitationFor(deps, tx, user, token)
    if (acceptedBy !== null || event.managerIds.includes(user.id)) return { eventId }
    await setManagers(tx, led, sql<number[]>`array_append(array_remove(manager_ids, ${user.id}::int), ${user.id}::int)`)
    await tx.update(teamInvitations).set({ acceptedBy: user.id }).where(eq(teamInvitations.id, id))
    await writeHistory(tx, { eventId, userId: user.id, act: 'joined', at: deps.clock() })
    return { eventId }
  })
