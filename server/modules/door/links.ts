// What a device with a link to the door may: read the list while the link holds, and send scans for a day longer.
import { Readable } from 'node:stream'
import { HOUR } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import type { DoorState, Guest } from '../../../contract/door.ts'
import { DOOR } from '../../../contract/limits.ts'
import { codeEnds, doorKey } from '../../access/door-codes.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import { openLine, type Line } from '../../http/large-answers.ts'
import { hashToken } from '../../http/session.ts'
import { countsOf } from './commands.ts'
import { expiryOf, findHeldLink, listLinks, readConflicts, readList, readRevision, type HeldLink } from './queries.ts'

/** When it ended: revoked, or some hours after its event. */
export function endOf(link: HeldLink): Date {
  const expiry = expiryOf(link)
  return link.revokedAt && link.revokedAt < expiry ? link.revokedAt : expiry
}

async function findLink({ db, limits }: Deps, token: string | null, ip: string): Promise<HeldLink> {
  const link = token === null ? null : await findHeldLink(db, hashToken(token))
  if (link) {
    await limits.take('doorLink', link.id)
    await limits.take('doorCreator', link.creatorId)
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

/** A revision from another database, from before a restored backup or from before an import was undone is ignored. */
const isKnown = (since: string | undefined, next: string, { thinnedIn }: HeldLink): since is string =>
  since !== undefined && BigInt(since) <= BigInt(next) && (thinnedIn === null || BigInt(thinnedIn) < BigInt(since))

// A page of the list is about 230 KB, and what is held of a larger one at a time. More changes than that are sent as a whole list.
const PAGE = 2_000

/** The line of those who read a long list: one for a link, because its devices have to share the memory too. */
export const openListLine = () =>
  openLine({ most: 4, mostOfGroup: 2, patienceMs: 8_000, mostWaiting: 200, mostWaitingOfGroup: 50 })

/** The bytes that JSON.stringify would give, with `list` as the last field, read as fast as they are taken. */
async function* writeDoor({ list, ...state }: DoorState, readFrom: (after: number) => Promise<Guest[]>) {
  const start = JSON.stringify(state).slice(0, -1)
  yield `${start},"list":[${JSON.stringify(list).slice(1, -1)}`
  for (let page = list; page.length === PAGE;) {
    page = await readFrom(page.at(-1)?.[0] ?? Infinity)
    if (page.length > 0) yield `,${JSON.stringify(page).slice(1, -1)}`
  }
  yield ']}'
}

export async function readDoor(
  deps: Deps,
  line: Line,
  link: HeldLink,
  since: string | undefined,
): Promise<DoorState | Answer> {
  const { db, secrets } = deps
  const { eventId, mayAdd: withNames, isPaid } = link
  const wanted = { eventId, withNames, isPaid, endOf: codeEnds(secrets, eventId), limit: PAGE }
  // Before the list, so that nothing falls between the two.
  const { revision, next } = await readRevision(db)
  if (isKnown(since, next, link)) {
    const list = await readList(db, { ...wanted, changed: { since, before: next } })
    if (list.length < PAGE) return stateOf(deps, link, { revision, isWhole: false, list })
  }
  const readFrom = (after: number) => readList(db, { ...wanted, after })
  const first = await readFrom(0)
  if (first.length < PAGE) return stateOf(deps, link, { revision, isWhole: true, list: first })
  const endTurn = await line.enter(String(link.id), String(link.creatorId))
  const state = await stateOf(deps, link, { revision, isWhole: true, list: first }).catch((error: unknown) => {
    endTurn()
    throw error
  })
  const stream = Readable.from(writeDoor(state, readFrom), { objectMode: false })
  // Also when the client has gone: a generator that never started does not run its `finally`.
  stream.once('close', endTurn)
  return new Answer(stream)
}

async function stateOf(
  { db, secrets, clock, config }: Deps,
  link: HeldLink,
  read: Pick<DoorState, 'revision' | 'isWhole' | 'list'>,
): Promise<DoorState> {
  const { eventId, mayAdd } = link
  const [links, conflicts] = await Promise.all([listLinks(db, eventId), readConflicts(db, eventId, mayAdd)])
  return {
    event: {
      id: eventId,
      title: link.title,
      ...(link.language && { language: link.language }),
      startTime: link.startTime.toISOString(),
      endTime: link.endTime.toISOString(),
      timeZone: link.timeZone,
      status: link.status,
      capacity: link.roomSize ?? link.capacity,
      ticketsLeft: link.ticketsLeft,
      ...(link.roomSize !== null && { extraPlaces: true as const }),
      hasForeignCodes: link.hasForeignCodes,
      ...(link.isPaid && { currency: config.currency }),
    },
    door: { id: link.id, name: link.name, mayAdd, expiresAt: expiryOf(link).toISOString() },
    key: doorKey(secrets, eventId).toString('base64'),
    ...countsOf(links),
    conflicts,
    now: clock().toISOString(),
    ...read,
  }
}
