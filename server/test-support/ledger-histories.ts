// Plays random histories of one event's seats on two instances, and compares each step with what must always be true and with
// what the model predicts.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { HOUR, MINUTE } from '../../contract/durations.ts'
import type { Db } from '../db/client.ts'
import { ballots } from '../db/schema/ballots.ts'
import { events } from '../db/schema/events.ts'
import { eventSeries, seriesVersions, type SeriesBody } from '../db/schema/series.ts'
import type { Deps } from '../deps.ts'
import type { SessionUser } from '../http/session.ts'
import { settleEvent } from '../ledger/in-ledger.ts'
import { bookingQuestions } from '../db/schema/booking-questions.ts'
import { doorLinks } from '../db/schema/door.ts'
import { endRequests } from '../modules/booking-requests/commands.ts'
import type { HeldLink } from '../modules/door/queries.ts'
import type { Act, Doing, Done, History, Kind } from './ledger-acts.ts'
import { PAID_PRICE } from './ledger-carry-orders.ts'
import { accepts, admissionOf, carryOut, DRAWN } from './ledger-carry-out.ts'
import { complaintsAbout, newcomersOf, snapshotOf, type Expected, type Snapshot } from './ledger-invariants.ts'
import { NEWCOMER } from './ledger-model-access.ts'
import { newModel } from './ledger-model-state.ts'
import type { Other } from './ledger-others.ts'
import type { ModelAct } from './ledger-model-carry.ts'
import { predict, STANDING_SEATS } from './ledger-model.ts'
import { compare, predictionsOf } from './ledger-predictions.ts'
import { runBroadcasts } from './broadcasts.ts'

export interface Stage {
  deps: Deps
  other: Other
  creator: SessionUser
  /** Who takes it over. */
  coCreator: SessionUser
  people: SessionUser[]
  /** What was done and not refused, so that nobody takes histories in which nothing happens for a proof. */
  done: Map<Kind, number>
  /** What has come of it, and after how many steps: emails of these kinds, and what is hard to reach. */
  seen: Map<string, number>
}

const START = new Date('2026-05-04T11:00:00Z')
const A_YEAR = 365 * 24 * HOUR

/** A date of a series, and another one with seats for everybody. */
async function newEvent(
  db: Db,
  creatorId: number,
  { isBallot, isPaid, isAlone, booked, spare, startsInHours }: History,
) {
  const capacity = booked.reduce((sum, seats) => sum + seats, spare)
  const startTime = new Date(START.getTime() + startsInHours * HOUR)
  const about = { timeZone: 'Europe/Dublin', title: 'A history', description: 'It repeats itself.', venue: 'Dublin' }
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const [series] = await db
    .insert(eventSeries)
    .values({ creatorId, standingAllowed: true, standingSeats: STANDING_SEATS })
    .returning()
  const seriesId = series?.id ?? 0
  await db.insert(seriesVersions).values({
    seriesId,
    fromDay: day(START),
    firstDay: day(START),
    rule: { unit: 'week', every: 1, weekdays: [1] },
    localStart: '20:00',
    minutes: 180,
    body: { ...about, approval: false, admission: 'book', maxPerPerson: null } as unknown as SeriesBody,
  })
  const dateAt = (at: Date, seats: number) => ({
    ...about,

    creatorId,
    seriesId,
    seriesDay: day(at),
    capacity: seats,
    status: 'published' as const,
    confirm: true,

    startTime: at,
    endTime: new Date(at.getTime() + 3 * HOUR),
  })
  const single = { seriesId: null, seriesDay: null, ballot: 'running' as const, held: capacity }
  const alone = { seriesId: null, seriesDay: null, confirm: false }
  const paid = {
    ...alone,
    isFreeOfCharge: false,
    sellingPrice: PAID_PRICE / 100,
    payBy: ['card' as const],
    refundDays: 0,
  }
  // The same people order in every history, all of which begin on the same day.
  if (isPaid) await db.execute(sql`update orders set created_at = created_at - interval '1 month'`)
  const [event, other] = await db
    .insert(events)
    .values([
      { ...dateAt(startTime, capacity), ...(isBallot && single), ...(isPaid && paid), ...(isAlone && alone) },
      dateAt(new Date(START.getTime() + A_YEAR), 1_000),
    ])
    .returning()
  if (!event || !other) throw new Error('no event was inserted')
  const [question] = await db
    .insert(bookingQuestions)
    .values({ eventId: event.id, position: 0, kind: 'text', label: 'Which tune?', choices: [], required: true })
    .returning()
  const later = (hours: number) => new Date(START.getTime() + hours * HOUR)
  if (isBallot)
    await db.insert(ballots).values({
      eventId: event.id,
      mostSeats: 4,
      drawName: 'Lotto',
      // Longer than a history takes: its act draws before.

      opensAt: later(-1),
      closesAt: later(120),
      numberAt: later(122),
    })
  return { event, otherDateId: other.id, questionId: question?.id ?? 0 }
}

/** A door that was open from the beginning. */
async function openDoor(db: Db, { id: eventId, ...event }: typeof events.$inferSelect): Promise<HeldLink> {
  const tokenHash = randomBytes(32)
  const [link] = await db
    .insert(doorLinks)
    .values({ eventId, name: 'Main door', mayAdd: true, tokenHash, createdAt: START, createdBy: event.creatorId })
    .returning()
  if (!link) throw new Error('no link was inserted')
  return { ...event, ...link, ticketsLeft: 0, hasForeignCodes: false, isPaid: false, thinnedIn: null }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The people in the order of a draw of this list, as docs/product/ballot.md#the-draw has it. */
function drawOrder({ event, entrants }: Snapshot): number[] {
  const lines = entrants.map(({ id, userId, seats, salt }) => ({
    userId,
    seats,
    leaf: sha256(`hooley-ballot-1\n${event.id}\n${id}\n${seats}\n${salt}`),
  }))
  const list = lines.map(({ leaf, seats }) => `${leaf} ${seats}\n`).sort()
  const seed = sha256(`${sha256(list.join(''))}\n${DRAWN}`)
  const keyOf = ({ leaf, seats }: (typeof lines)[number]) =>
    BigInt(`0x${sha256(`${seed}\n${leaf}`).slice(0, 16)}`) ** BigInt(seats) * 2n ** BigInt(64 * (4 - seats))
  return lines.sort((a, b) => (keyOf(a) > keyOf(b) ? -1 : 1)).map(({ userId }) => userId)
}

/** Somebody for whom it makes sense, if there is anybody: others would only be refused. */
function actorOf({ kind, who }: Act, people: SessionUser[], before: Snapshot, lastTicket: Map<number, number>) {
  const entries = before.entries.filter(({ endedAt }) => !endedAt)
  const isOffered = (entryId: number) => before.offers.some((offer) => offer.entryId === entryId && !offer.endedAt)
  const hasSeats = (id: number) =>
    before.tickets.some((one) => one.id === lastTicket.get(id) && one.numberOfTickets > 0)
  const hasSent = (id: number) => before.places.some((one) => one.ticketId === lastTicket.get(id) && !one.takenBackAt)
  const isOfferedTo = (id: number) => entries.some((entry) => entry.userId === id && isOffered(entry.id))
  const someOffered = people.some(({ id }) => isOfferedTo(id))
  const hasOpenOrder = (id: number) => before.orders.some(({ userId, state }) => userId === id && state === 'open')
  const asks = new Set(before.requests.filter(({ endedAt }) => !endedAt).map(({ userId }) => userId))
  const waiting = new Set(entries.map(({ userId }) => userId))
  const fitting: Partial<Record<Kind, (id: number) => boolean>> = {
    join: (id) => !waiting.has(id),
    leave: (id) => waiting.has(id),
    change: (id) => waiting.has(id),
    accept: (id) => entries.some((entry) => entry.userId === id && isOffered(entry.id)),
    decline: (id) => entries.some((entry) => entry.userId === id && isOffered(entry.id)),
    resume: (id) => entries.some((entry) => entry.userId === id && entry.restingSince),
    release: hasSeats,
    return: (id) => before.tickets.some((ticket) => ticket.userId === id && ticket.numberOfTickets > 0),
    takeBack: (id) => before.tickets.some((ticket) => ticket.userId === id && ticket.numberOfTickets > 0),
    send: hasSeats,
    enter: hasSeats,
    returnAll: hasSeats,
    takePlace: hasSent,
    handBack: hasSent,
    returnPlace: hasSent,
    friendEnters: hasSent,
    leaveBallot: (id) => before.entrants.some((one) => one.userId === id),
    ask: (id) => !asks.has(id),
    withdraw: (id) => asks.has(id),
    // Those first who were offered places.
    order: (id) => (someOffered ? isOfferedTo(id) : !hasOpenOrder(id)),
    pay: hasOpenOrder,
    giveUp: hasOpenOrder,
    undo: (id) =>
      before.returns.some(
        (one) => one.ticketId === lastTicket.get(id) && (!one.releasedAt || one.by === 'unconfirmed'),
      ),
  }
  const some = people.filter(({ id }) => fitting[kind]?.(id) ?? true)
  const from = some.length > 0 ? some : people
  return from[who % from.length] as SessionUser
}

/** What histories seldom come to. */
function reachedIn({ event, entries, places, requests, newcomers, tickets, orders, offers }: Snapshot): string[] {
  const awake = entries.filter(({ endedAt, restingSince }) => !endedAt && !restingSince)
  const group = awake.find(({ saved }) => saved > 0)
  return [
    ...(group ? ['saved up'] : []),
    ...(group && awake[0] !== group ? ['saved up with somebody in front'] : []),
    ...(orders.some(({ state }) => state === 'open') ? ['seats in an open order'] : []),
    ...(orders.some(({ state }) => state === 'expired') ? ['orders that ran out'] : []),
    ...(orders.length > 0 && offers.some(({ ending }) => ending === 'accepted') ? ['offers taken by an order'] : []),
    ...(places.some(({ takenBackAt }) => !takenBackAt) ? ['places sent'] : []),
    ...(event.ballot === 'drawn' && awake.length > 0 ? ['drawn, and waits'] : []),
    ...(event.ballot === 'drawn' && tickets.length > 0 ? ['drawn and booked'] : []),
    ...(event.ballot === 'cancelled' ? ['nobody entered'] : []),
    ...(event.admission === 'book' ? [] : ['nothing to book']),
    ...(requests.some(({ entryId }) => entryId !== null) ? ['accepted, and waits'] : []),
    ...(requests.some(({ ending }) => ending === 'expired') ? ['nobody decided'] : []),
    ...(tickets.some(({ userId }) => userId === NEWCOMER) ? ['a newcomer booked'] : []),
    ...(newcomers.length > tickets.filter(({ userId }) => userId === NEWCOMER).length ? ['a newcomer may ask'] : []),
  ]
}

let scans = 0

/** Plays it, and says what went wrong first; null: all as expected. */
export async function play(
  { deps, other, creator, coCreator, people, done, seen }: Stage,
  told: History,
): Promise<string | null> {
  let now = START
  const one: Deps = { ...deps, clock: () => now }
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const { event, otherDateId, questionId } = await newEvent(one.db, creator.id, told)
  const { id: eventId, startTime } = event
  const door = await openDoor(one.db, event)
  const expected: Expected = { tickets: new Map(), entries: new Map() }
  const lastTicket = new Map<number, number>()
  let model = newModel(startTime, event.endTime, event.capacity, { ...told, creator: creator.id })
  let before = await snapshotOf(one.db, eventId)

  interface Cast {
    act: Act
    user: SessionUser
    ticketId: number | null
    placeId: number | null
    requests: Snapshot['requests']
  }
  const cast = (act: Act): Cast => {
    const user = actorOf(act, people, before, lastTicket)
    const ticketId = lastTicket.get(user.id) ?? null
    const sent = before.places.filter((place) => place.ticketId === ticketId && !place.takenBackAt)
    const asking = before.requests.filter(({ endedAt }) => !endedAt)
    // All of them, the last first, or the newest alone.
    const requests = act.automatic ? asking.toReversed() : asking.slice(-1)
    return { act, user, ticketId, placeId: sent[act.atLeast % sent.length]?.id ?? null, requests }
  }
  /** The same few, so that some press twice. */
  const newAddressOf = ({ who, automatic }: Act) => (automatic ? null : `${newcomersOf(eventId)}${who}@example.org`)
  /** Some have its link, others would have to guess. */
  const keyOf = ({ atLeast }: Act) => (atLeast > 1 ? (before.event.linkKey ?? undefined) : undefined)
  const organisers = () =>
    before.event.creatorId === creator.id ? { creator, other: coCreator } : { creator: coCreator, other: creator }
  const inModel = ({ act, user, ticketId, placeId, requests }: Cast): ModelAct => ({
    ...act,
    person: user.id,
    ticketId,
    placeId,
    askers: requests.map(({ userId }) => userId),
    accepts: accepts(act),
    admission: admissionOf(act),
    capacity: before.event.capacity,
    hasLink: keyOf(act) !== undefined,
    otherOrganiser: organisers().other.id,
    newAddress: newAddressOf(act),
    order: drawOrder(before),
  })

  /** What was answered is what is expected from now on. */
  const note = ({ act: { kind }, user }: Cast, { ticket, isRefused, error }: Done) => {
    if (isRefused || error) return
    done.set(kind, (done.get(kind) ?? 0) + 1)
    if (ticket) expected.tickets.set(ticket.id, ticket.numberOfTickets)
    if (ticket && ['book', 'accept', 'several', 'stand', 'pay'].includes(kind)) lastTicket.set(user.id, ticket.id)
    if (kind === 'join') expected.entries.set(user.id, 'open')
    if (kind === 'leave' || kind === 'decline') expected.entries.set(user.id, 'ended')
    // Who was drawn is on the list, whether or not they had left it before.
    if (kind === 'draw') expected.entries.clear()
  }

  const doingOf = ({ act, user, ticketId, placeId, requests }: Cast): Doing => {
    const scanId = String(++scans).padStart(9, '0')
    const requestIds = requests.map(({ id }) => id)
    const { capacity } = before.event
    return {
      event,
      otherDateId,
      ...organisers(),
      key: keyOf(act),
      questionId,
      user,
      ticketId,
      placeId,
      requestIds,
      capacity,

      newAddress: newAddressOf(act),
      door,
      scanId,
    }
  }
  const perform = async (part: Cast): Promise<Done> => {
    const result = await carryOut(one, part.act, doingOf(part))
    note(part, result)
    return result
  }
  const performBeside = async (part: Cast, dies: number | null): Promise<Done> => {
    const { result, hasDied } = await other.carryOut({ now, act: part.act, doing: doingOf(part), dies })
    if (hasDied) count('died between statements')
    note(part, result)
    return result
  }

  const begin = async (act: Act) => {
    const part = { act, user: people[act.who] as SessionUser, ticketId: null, placeId: null, requests: [] }
    model = predict(model, inModel(part), now.getTime()).after
    const { ticket } = await perform(part)
    for (const made of model.tickets) made.id ??= ticket?.id ?? null
  }
  for (const [who, seats] of told.booked.entries())
    for (const kind of told.isPaid ? (['order', 'pay'] as const) : (['book'] as const))
      await begin({ kind, who, seats, atLeast: 1, automatic: false })
  for (const [n, wish] of told.waiting.entries()) await begin({ kind: 'join', who: people.length - 1 - n, ...wish })
  before = await snapshotOf(one.db, eventId)

  for (const [n, { act, beside, dies, passes }] of told.steps.entries()) {
    now = new Date(now.getTime() + passes * MINUTE)
    const parts = [cast(act), ...(beside && dies === null ? [cast(beside)] : [])]
    const acts = parts.map(inModel)
    const predictions = predictionsOf(model, acts, now.getTime(), dies !== null)
    const [first, second] = parts as [Cast, Cast | undefined]
    const results =
      dies === null
        ? await Promise.all([perform(first), ...(second ? [performBeside(second, null)] : [])])
        : [await performBeside(first, dies)]
    const error = dies === null ? results.find((result) => result.error)?.error : undefined
    if (error) return `step ${n}: ${error.message} ${String((error.cause as Error | undefined)?.message ?? '')}`
    const { event: stored, requests: asked } = await snapshotOf(one.db, eventId)
    if (stored.settleAt && stored.settleAt <= now) await settleEvent(one, eventId)
    await runBroadcasts(one, eventId)
    if (asked.some(({ endedAt }) => !endedAt))
      await endRequests(one, { lease: { signal: new AbortController().signal, check: () => undefined } })
    const after = await snapshotOf(one.db, eventId)
    const isUnsure = dies !== null || second !== undefined
    const isDecided = parts.some((part) => part.act.kind === 'decide')
    const isReleased = parts.some((part) => part.act.kind === 'release')
    const complaints = complaintsAbout({
      before,
      after,
      expected,
      now,
      startTime,

      isUnsure,
      isDecided,
      isReleased,
    })
    if (complaints.length > 0) return `step ${n} (${act.kind}): ${complaints.join('; ')}`
    const outcome = compare({ predictions, done: results, after, now: now.getTime(), dies: dies !== null })
    if (typeof outcome === 'string') return `step ${n} (${parts.map((part) => part.act.kind).join(' + ')}): ${outcome}`
    model = outcome
    if (results.some(({ answer, isRefused }) => isRefused && answer === 'event_not_found')) count('not to be found')
    for (const kind of after.mails.keys()) count(kind)
    for (const what of reachedIn(after)) count(what)
    if (second && results.every(({ isRefused }) => !isRefused)) count('two at once, neither refused')
    for (const { id, userId } of after.tickets)
      if (userId !== null && !lastTicket.has(userId)) lastTicket.set(userId, id)
    before = after
  }
  return null
}
