// What a device with a link to the door may: read the list while the link holds, and send scans for a day longer.
import { AppError } from '../../../contract/errors.ts'
import type { DoorState } from '../../../contract/door.ts'
import { DOOR } from '../../../contract/limits.ts'
import { doorKeys } from '../../access/door-codes.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../http/session.ts'
import { countsOf } from './commands.ts'
import { expiryOf, findHeldLink, listLinks, readConflicts, readList, readRevision, type HeldLink } from './queries.ts'

const HOUR = 3_600_000

/** When it ended: revoked, or so long after its event. */
export function endOf(link: HeldLink): Date {
  const expiry = expiryOf(link)
  return link.revokedAt && link.revokedAt < expiry ? link.revokedAt : expiry
}

async function findLink({ db, limits }: Deps, token: string | null, ip: string): Promise<HeldLink> {
  const link = token === null ? null : await findHeldLink(db, hashToken(token))
  if (link) {
    await limits.take('doorLink', link.id)
    return link
  }
  // Nobody's token is counted by address, as every other call is.
  await limits.take('everythingElse', ip)
  throw new AppError('unauthorized')
}

export async function openDoor(deps: Deps, token: string | null, ip: string): Promise<HeldLink> {
  const link = await findLink(deps, token, ip)
  if (endOf(link) <= deps.clock()) throw new AppError('unauthorized')
  return link
}

export async function openForScans(deps: Deps, token: string | null, ip: string): Promise<HeldLink> {
  const link = await findLink(deps, token, ip)
  const last = endOf(link).getTime() + DOOR.hoursForLateScans * HOUR
  if (last <= deps.clock().getTime()) throw new AppError('unauthorized')
  return link
}

/** A revision of another database, or of one restored from a backup, is no beginning. */
const isKnown = (since: string | undefined, next: string): since is string =>
  since !== undefined && BigInt(since) <= BigInt(next)

export async function readDoor(deps: Deps, link: HeldLink, since: string | undefined): Promise<DoorState> {
  const { db, secrets, clock } = deps
  const { eventId, mayAdd } = link
  // Before the list, so that nothing falls between the two.
  const { revision, next } = await readRevision(db)
  const changed = isKnown(since, next) ? { since, before: next } : undefined
  const [links, conflicts, list] = await Promise.all([
    listLinks(db, eventId),
    readConflicts(db, eventId, mayAdd),
    readList(db, { eventId, withNames: mayAdd, changed }),
  ])
  const [key, previousKey] = doorKeys(secrets, eventId)
  return {
    event: {
      id: eventId,
      title: link.title,
      startTime: link.startTime.toISOString(),
      endTime: link.endTime.toISOString(),
      timeZone: link.timeZone,
      status: link.status,
      capacity: link.capacity,
      ticketsLeft: link.ticketsLeft,
    },
    door: { id: link.id, name: link.name, mayAdd, expiresAt: expiryOf(link).toISOString() },
    key: key?.toString('base64') ?? '',
    previousKey: previousKey?.toString('base64') ?? null,
    revision,
    isWhole: changed === undefined,
    list,
    ...countsOf(links),
    conflicts,
    now: clock().toISOString(),
  }
}
