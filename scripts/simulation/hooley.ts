// The same people with the product itself: its booking, its returns, its waiting list, its reminders and its last hour, on a
// real PostgreSQL, with a clock that jumps from one moment to the next.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import { events } from '../../server/db/schema/events.ts'
import { turnoutForecasts } from '../../server/db/schema/insights.ts'
import { mails } from '../../server/db/schema/mails.ts'
import { ticketReturns, tickets } from '../../server/db/schema/tickets.ts'
import { offers, waitingEntries } from '../../server/db/schema/waiting-list.ts'
import type { Deps } from '../../server/deps.ts'
import type { SessionUser } from '../../server/http/session.ts'
import { findStandby } from '../../server/ledger/confirming.ts'
import { fitRoomOf } from '../../server/ledger/extra-places.ts'
import { settleEvent } from '../../server/ledger/in-ledger.ts'
import { writeForecasts } from '../../server/modules/insights/forecast.ts'
import { commitBookings } from '../../server/modules/tickets/commands.ts'
import { releasePlacesOf } from '../../server/modules/tickets/confirming.ts'
import { sendReminders } from '../../server/modules/tickets/reminders.ts'
import { answerReminder, returnTickets, undoReturn } from '../../server/modules/tickets/returns.ts'
import { accept } from '../../server/modules/waiting-list/accept.ts'
import { join } from '../../server/modules/waiting-list/commands.ts'
import { comesAfterOffer, comesAtOnce, REMINDERS, type Party, type Reminder, type Scenario } from './people.ts'

const userOf = ({ userId }: Party): SessionUser => ({
  id: userId,
  firstName: 'Somebody',
  lastName: 'Else',
  email: `person${userId}@example.org`,
  tokenHash: Buffer.alloc(0),
})

/** When people are asked to confirm, before the start. */
const QUESTION = 2 * DAY

/** The job runs every five minutes; of those, so many before the start as there is something new. */
const FITTED = [
  ...[22, 10, 5, 4, 3].map((days) => days * DAY),
  ...Array.from({ length: 25 }, (_, at) => (at + 1) * 2 * HOUR - 6 * MINUTE),
  ...[HOUR, HOUR / 2, HOUR / 4].map((ms) => ms - MINUTE),
]

interface Moment {
  at: number
  act: () => Promise<void>
}

type EventRow = typeof events.$inferSelect

/** One event and its people. Its clock is its own, so that several can be played at once. */
class Night {
  readonly #deps: Deps
  readonly #event: EventRow
  readonly #parties: Map<number, Party>
  readonly #start: number
  #now = 0
  #moments: Moment[] = []
  readonly #asked = new Set<number>()
  readonly #reminded = new Map<Reminder | 'confirm', Set<number>>()
  /** Those who got their seats by an offer, and when. */
  readonly byOffer = new Map<number, number>()

  constructor(deps: Deps, event: EventRow, parties: Party[]) {
    this.#deps = { ...deps, clock: () => new Date(this.#now) }
    this.#event = event
    this.#parties = new Map(parties.map((party) => [party.userId, party]))
    this.#start = event.startTime.getTime()
  }

  wasReminded = ({ userId }: Party) => [...this.#reminded.values()].some((people) => people.has(userId))

  #add(at: number, act: () => Promise<void>) {
    if (at < this.#start) this.#moments.push({ at, act })
  }

  async play() {
    for (const party of this.#parties.values()) {
      this.#add(this.#start - party.looksAt, () => this.#look(party))
      const { givesBackAt } = party
      if (givesBackAt !== null) this.#add(this.#start - givesBackAt, () => this.#giveBack(party))
    }
    for (const which of ['early', 'late'] as const) this.#add(this.#start - REMINDERS[which], () => this.#remind(which))
    if (this.#event.roomSize !== null) for (const before of FITTED) this.#add(this.#start - before, () => this.#fit())
    if (this.#event.confirm) {
      this.#add(this.#start - QUESTION, () => this.#askToConfirm())
      // The job runs every five minutes; the mail server takes a moment.
      this.#add(this.#start - QUESTION + DAY + 5 * MINUTE, () => this.#release())
    }
    let due: number | null = null
    for (;;) {
      this.#moments.sort((a, b) => b.at - a.at)
      const next = this.#moments.at(-1)
      const isDue: boolean = due !== null && due < this.#start && (!next || due <= next.at)
      if (!isDue && !next) return
      this.#now = isDue ? (due ?? 0) : (next?.at ?? 0)
      if (isDue) await settleEvent(this.#deps, this.#event.id)
      else await this.#moments.pop()?.act()
      const settleAt = await this.#readOffers()
      // What is due now and stays so would be asked for ever.
      due = settleAt !== null && isDue && settleAt <= this.#now ? this.#now + HOUR : settleAt
    }
  }

  async #look(party: Party) {
    const { userId, seats, waits, takesFewer } = party
    const request = { userId, eventId: this.#event.id, numberOfTickets: seats, idempotencyKey: null }
    const [result] = await commitBookings(this.#deps.db, [request], new Date(this.#now))
    if (result?.outcome === 'booked') {
      await this.#date(result.ticketId)
      return
    }
    if (!waits) return
    const wish = { numberOfTickets: seats, atLeast: takesFewer ? 1 : seats }
    await ignoringRefusals(join(this.#deps, userOf(party), this.#event.id, wish, null))
  }

  /** The database's clock is today's. */
  async #date(ticketId: number | null) {
    const createdAt = new Date(this.#now)
    if (ticketId !== null) await this.#deps.db.update(tickets).set({ createdAt }).where(eq(tickets.id, ticketId))
  }

  /** Who was not reminded forgets to say so; who booked after the reminder remembers. The question reminds as well. */
  async #giveBack(party: Party) {
    const bookedLate = party.looksAt <= REMINDERS[party.givesBackAfter]
    const wasAsked = this.#reminded.get('confirm')?.has(party.userId)
    if (!bookedLate && !wasAsked && !this.#reminded.get(party.givesBackAfter)?.has(party.userId)) return
    const ticket = await this.#ticketOf(party)
    if (ticket) await ignoringRefusals(returnTickets(this.#deps, userOf(party), ticket.id, { idempotencyKey: null }))
  }

  async #ticketOf(party: Party) {
    const [ticket] = await this.#deps.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(this.#isOfEvent, eq(tickets.userId, party.userId), gt(tickets.numberOfTickets, 0)))
    return ticket
  }

  /** The question, accepted by the mail server at once. */
  async #askToConfirm() {
    await this.#remind('confirm')
    await this.#deps.db
      .update(mails)
      .set({ status: 'sent', sentAt: new Date(this.#now) })
      .where(
        and(
          eq(mails.kind, 'reminder-confirm'),
          inArray(mails.ticketId, this.#deps.db.select({ id: tickets.id }).from(tickets).where(this.#isOfEvent)),
        ),
      )
    for (const userId of this.#reminded.get('confirm') ?? []) {
      const party = this.#parties.get(userId)
      if (!party) continue
      const { confirmsAfter, givesBackAt, givesBackAfter } = party
      if (confirmsAfter !== null && givesBackAt === null)
        this.#add(this.#now + confirmsAfter, () => this.#confirm(party))
      // Who would say so after the last reminder says so after the question.
      if (givesBackAt !== null && givesBackAfter === 'late')
        this.#add(this.#now + (REMINDERS.late - givesBackAt), () => this.#giveBack(party))
    }
  }

  async #confirm(party: Party) {
    const ticket = await this.#ticketOf(party)
    if (ticket) await ignoringRefusals(answerReminder(this.#deps, userOf(party), ticket.id, true))
  }

  /** Who reads of it and would come tries to take the place back. */
  async #release() {
    await releasePlacesOf(this.#deps, this.#event.id)
    const rows = await this.#deps.db
      .select({ userId: tickets.userId, id: tickets.id })
      .from(ticketReturns)
      .innerJoin(tickets, eq(tickets.id, ticketReturns.ticketId))
      .where(and(this.#isOfEvent, eq(ticketReturns.by, 'unconfirmed')))
    for (const { userId, id } of rows) {
      const party = this.#parties.get(userId ?? 0)
      if (!party || party.fate === 'cannot come' || party.takesBackAfter === null) continue
      this.#add(this.#now + party.takesBackAfter, async () => {
        await ignoringRefusals(undoReturn(this.#deps, userOf(party), id, null))
      })
    }
  }

  async #fit() {
    await fitRoomOf(this.#deps, this.#event.id)
  }

  get #isOfEvent() {
    return eq(tickets.eventId, this.#event.id)
  }

  /** By the job of the product; whom it has written to is read from its emails. */
  async #remind(which: Reminder | 'confirm') {
    await sendReminders(this.#deps, { lease: { signal: new AbortController().signal, check: () => undefined } })
    const rows = await this.#deps.db
      .select({ userId: tickets.userId })
      .from(mails)
      .innerJoin(tickets, eq(tickets.id, mails.ticketId))
      .where(and(this.#isOfEvent, eq(mails.kind, `reminder-${which}`)))
    this.#reminded.set(which, new Set(rows.flatMap(({ userId }) => userId ?? [])))
  }

  /** People who were notified of an offer or of last places respond after a while, or never. Returns when something is due. */
  async #readOffers(): Promise<number | null> {
    const isInLastHour = this.#start - this.#now <= HOUR
    const [row] = await this.#deps.db
      .select({
        settleAt: events.settleAt,
        open: sql<
          { id: number; userId: number; toldAt: string }[] | null
        >`(select json_agg(json_build_object('id', o.id, 'userId', w.user_id, 'toldAt', o.told_at))
          from ${offers} o join ${waitingEntries} w on w.id = o.entry_id where o.event_id = ${this.#event.id} and o.ended_at is null)`,
      })
      .from(events)
      .where(eq(events.id, this.#event.id))
    for (const { id, userId, toldAt } of row?.open ?? []) {
      const party = this.#parties.get(userId)
      if (!party || this.#asked.has(id)) continue
      this.#asked.add(id)
      if (party.answersAfter !== null) this.#add(Date.parse(toldAt) + party.answersAfter, () => this.#accept(party))
    }
    if (isInLastHour) await this.#readLastPlaces()
    return row?.settleAt?.getTime() ?? null
  }

  async #readLastPlaces() {
    const rows = await this.#deps.db
      .select({ userId: waitingEntries.userId, toldAt: waitingEntries.lastPlacesAt })
      .from(waitingEntries)
      .where(and(eq(waitingEntries.eventId, this.#event.id), isNull(waitingEntries.endedAt)))
    for (const { userId, toldAt } of rows) {
      const party = this.#parties.get(userId)
      const taps = party && comesAtOnce(party)
      if (!toldAt || !party || taps === null || taps === undefined || this.#asked.has(-userId)) continue
      this.#asked.add(-userId)
      this.#add(toldAt.getTime() + taps, () => this.#accept(party))
    }
  }

  async #accept(party: Party) {
    const accepted = await ignoringRefusals(accept(this.#deps, userOf(party), this.#event.id, undefined, null))
    if (!accepted) return
    this.byOffer.set(party.userId, this.#now)
    await this.#date(accepted.ticketId)
  }
}

export interface AtTheDoor {
  /** Seats that are filled. */
  filled: number
  /** Seats of people who come with a booking, and of those the ones that find no seat. */
  withBooking: number
  turnedAway: number
  /** Seats of everybody who ever booked, did not give back and came, and of those the ones that are not let in. */
  everBooked: number
  notLetIn: number
  /** What the job wrote down when it began; null: nobody had booked. */
  forecastHeld: boolean | null
}

/** Bookings first, then standby in order while there is room. Assumed: everybody comes before standby is called in. */
export async function filledByHooley(
  deps: Deps,
  event: EventRow,
  parties: Party[],
  scenario: Scenario,
): Promise<AtTheDoor> {
  const night = new Night(deps, event, parties)
  await night.play()
  const rows = await deps.db
    .select({ id: tickets.id, userId: tickets.userId, seats: tickets.numberOfTickets })
    .from(tickets)
    .where(and(eq(tickets.eventId, event.id), gt(tickets.numberOfTickets, 0)))
  const byUser = new Map(parties.map((party) => [party.userId, party]))
  let withBooking = 0
  const came: number[] = []
  for (const { id, userId, seats } of rows) {
    const party = byUser.get(userId ?? 0)
    if (!party) continue
    const offeredAt = night.byOffer.get(party.userId)
    const beforeStart = event.startTime.getTime() - (offeredAt ?? 0)
    // In the last hour only those tap who come.
    const comes =
      offeredAt === undefined
        ? party.fate === 'comes' || (party.fate === 'comes if reminded' && night.wasReminded(party))
        : beforeStart <= HOUR || comesAfterOffer(party, scenario, beforeStart)
    if (comes) {
      withBooking += seats
      came.push(id)
    }
  }
  const room = event.roomSize ?? event.capacity
  let filled = Math.min(withBooking, room)
  const turnedAway = withBooking - filled
  const standby = await deps.db
    .select({ ticketId: tickets.id, userId: tickets.userId })
    .from(ticketReturns)
    .innerJoin(tickets, eq(tickets.id, ticketReturns.ticketId))
    .where(and(eq(tickets.eventId, event.id), eq(ticketReturns.by, 'unconfirmed'), isNull(ticketReturns.undoneAt)))
    .orderBy(ticketReturns.id)
  let [standing, notLetIn] = [0, turnedAway]
  for (const { ticketId, userId } of standby) {
    const party = byUser.get(userId ?? 0)
    const place = await findStandby(deps.db, ticketId)
    if (!party?.standsBy || party.fate === 'cannot come' || !place) continue
    standing += place.seats
    // As many of them as there is room for.
    const letIn = Math.min(place.seats, room - filled)
    filled += letIn
    notLetIn += place.seats - letIn
  }
  return {
    filled,
    withBooking,
    turnedAway,
    everBooked: withBooking + standing,
    notLetIn,
    forecastHeld: await openDoor(deps, event, came, withBooking),
  }
}

/** What was expected is written down when it begins, and who came is what the organiser's next forecasts know. */
async function openDoor(deps: Deps, event: EventRow, came: number[], seats: number): Promise<boolean | null> {
  const lease = { signal: new AbortController().signal, check: () => undefined }
  await writeForecasts({ ...deps, clock: () => event.startTime }, { lease })
  if (came.length > 0)
    await deps.db.update(tickets).set({ admitted: tickets.numberOfTickets }).where(inArray(tickets.id, came))
  const [said] = await deps.db.select().from(turnoutForecasts).where(eq(turnoutForecasts.eventId, event.id))
  return said ? said.low <= seats && seats <= said.high : null
}

async function ignoringRefusals<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
