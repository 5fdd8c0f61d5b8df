// The same people with the product itself: its booking, its returns, its waiting list, its reminders and its last hour, on a
// real PostgreSQL, with a clock that jumps from one moment to the next.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { HOUR } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import { events } from '../../server/db/schema/events.ts'
import { mails } from '../../server/db/schema/mails.ts'
import { tickets } from '../../server/db/schema/tickets.ts'
import { offers, waitingEntries } from '../../server/db/schema/waiting-list.ts'
import type { Deps } from '../../server/deps.ts'
import type { SessionUser } from '../../server/http/session.ts'
import { settleEvent } from '../../server/ledger/in-ledger.ts'
import { commitBookings } from '../../server/modules/tickets/commands.ts'
import { sendReminders } from '../../server/modules/tickets/reminders.ts'
import { returnTickets } from '../../server/modules/tickets/returns.ts'
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
  readonly #reminded = new Map<Reminder, Set<number>>()
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
    if (result?.outcome === 'booked' || !waits) return
    const wish = { numberOfTickets: seats, atLeast: takesFewer ? 1 : seats }
    await ignoringRefusals(join(this.#deps, userOf(party), this.#event.id, wish, null))
  }

  /** Who was not reminded forgets to say so; who booked after the reminder remembers. */
  async #giveBack(party: Party) {
    const bookedLate = party.looksAt <= REMINDERS[party.givesBackAfter]
    if (!bookedLate && !this.#reminded.get(party.givesBackAfter)?.has(party.userId)) return
    const [ticket] = await this.#deps.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(this.#isOfEvent, eq(tickets.userId, party.userId), gt(tickets.numberOfTickets, 0)))
    if (ticket) await ignoringRefusals(returnTickets(this.#deps, userOf(party), ticket.id, { idempotencyKey: null }))
  }

  get #isOfEvent() {
    return eq(tickets.eventId, this.#event.id)
  }

  /** By the job of the product; whom it has written to is read from its emails. */
  async #remind(which: Reminder) {
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
    if (accepted) this.byOffer.set(party.userId, this.#now)
  }
}

/** Seats that are filled at the door. */
export async function filledByHooley(
  deps: Deps,
  event: EventRow,
  parties: Party[],
  scenario: Scenario,
): Promise<number> {
  const night = new Night(deps, event, parties)
  await night.play()
  const rows = await deps.db
    .select({ userId: tickets.userId, seats: tickets.numberOfTickets })
    .from(tickets)
    .where(and(eq(tickets.eventId, event.id), gt(tickets.numberOfTickets, 0)))
  const byUser = new Map(parties.map((party) => [party.userId, party]))
  let filled = 0
  for (const { userId, seats } of rows) {
    const party = byUser.get(userId ?? 0)
    if (!party) continue
    const offeredAt = night.byOffer.get(party.userId)
    const beforeStart = event.startTime.getTime() - (offeredAt ?? 0)
    // In the last hour only those tap who come.
    const comes =
      offeredAt === undefined
        ? party.fate === 'comes' || (party.fate === 'comes if reminded' && night.wasReminded(party))
        : beforeStart <= HOUR || comesAfterOffer(party, scenario, beforeStart)
    if (comes) filled += seats
  }
  return filled
}

async function ignoringRefusals<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
