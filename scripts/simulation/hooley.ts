// The same people with the product itself: its booking, its returns, its waiting list, on a real PostgreSQL, with a clock
// that jumps from one moment to the next.
import { and, eq, gt, isNull } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import { events } from '../../server/db/schema/events.ts'
import { tickets } from '../../server/db/schema/tickets.ts'
import { offers, waitingEntries } from '../../server/db/schema/waiting-list.ts'
import type { Deps } from '../../server/deps.ts'
import type { SessionUser } from '../../server/http/session.ts'
import { settleEvent } from '../../server/ledger/in-ledger.ts'
import { commitBookings } from '../../server/modules/tickets/commands.ts'
import { returnTickets } from '../../server/modules/tickets/returns.ts'
import { accept } from '../../server/modules/waiting-list/accept.ts'
import { join } from '../../server/modules/waiting-list/commands.ts'
import { comesAfterOffer, type Party, type Scenario } from './people.ts'

const HOUR = 3_600_000

export interface Stage {
  deps: Deps
  /** Sets the clock that the product sees. */
  setNow: (now: Date) => void
}

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

/** Seats that are filled at the door. */
export async function filledByHooley(
  { deps, setNow }: Stage,
  event: typeof events.$inferSelect,
  parties: Party[],
  scenario: Scenario,
): Promise<number> {
  const start = event.startTime.getTime()
  const moments: Moment[] = []
  const asked = new Set<number>()
  /** Those who got their seats by an offer, and when. */
  const byOffer = new Map<number, number>()
  const add = (at: number, act: () => Promise<void>) => {
    if (at < start) moments.push({ at, act })
  }

  const book = async (party: Party, at: number) => {
    const request = { userId: party.userId, eventId: event.id, numberOfTickets: party.seats, idempotencyKey: null }
    const [result] = await commitBookings(deps.db, [request], new Date(at))
    return result?.outcome === 'booked'
  }

  const look = async (party: Party, at: number) => {
    if ((await book(party, at)) || !party.waits) return
    const atLeast = party.takesFewer ? 1 : party.seats
    await ignoringRefusals(join(deps, userOf(party), event.id, { numberOfTickets: party.seats, atLeast }, null))
  }

  const giveBack = async (party: Party) => {
    const [ticket] = await deps.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(eq(tickets.eventId, event.id), eq(tickets.userId, party.userId), gt(tickets.numberOfTickets, 0)))
    if (ticket) await ignoringRefusals(returnTickets(deps, userOf(party), ticket.id, { idempotencyKey: null }))
  }

  const answer = async (party: Party, at: number) => {
    const accepted = await ignoringRefusals(accept(deps, userOf(party), event.id, undefined, null))
    if (accepted) byOffer.set(party.userId, at)
  }

  /** Who was told of an offer answers after a while, or never. */
  const readOffers = async () => {
    const open = await deps.db
      .select({ id: offers.id, userId: waitingEntries.userId, toldAt: offers.toldAt })
      .from(offers)
      .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
      .where(and(eq(offers.eventId, event.id), isNull(offers.endedAt)))
    for (const { id, userId, toldAt } of open) {
      const party = parties.find((one) => one.userId === userId)
      if (!party || asked.has(id)) continue
      asked.add(id)
      if (party.answersAfter === null) continue
      const at = toldAt.getTime() + party.answersAfter
      add(at, () => answer(party, at))
    }
  }

  for (const party of parties) {
    const looksAt = start - party.looksAt
    add(looksAt, () => look(party, looksAt))
    if (party.givesBackAt !== null) add(start - party.givesBackAt, () => giveBack(party))
  }
  let due: number | null = null
  for (;;) {
    moments.sort((a, b) => b.at - a.at)
    const next = moments.at(-1)
    const isDue: boolean = due !== null && due < start && (!next || due <= next.at)
    if (!isDue && !next) break
    const at: number = isDue ? (due ?? 0) : (next?.at ?? 0)
    setNow(new Date(at))
    if (isDue) await settleEvent(deps, event.id)
    else await moments.pop()?.act()
    await readOffers()
    const [row] = await deps.db.select({ settleAt: events.settleAt }).from(events).where(eq(events.id, event.id))
    const settleAt = row?.settleAt?.getTime() ?? null
    // What is due now and stays so would be asked for ever.
    due = settleAt !== null && isDue && settleAt <= at ? at + HOUR : settleAt
  }
  return countFilled(deps, event, parties, scenario, byOffer)
}

async function ignoringRefusals<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function countFilled(
  { db }: Deps,
  event: typeof events.$inferSelect,
  parties: Party[],
  scenario: Scenario,
  byOffer: Map<number, number>,
) {
  const rows = await db
    .select({ userId: tickets.userId, seats: tickets.numberOfTickets })
    .from(tickets)
    .where(and(eq(tickets.eventId, event.id), gt(tickets.numberOfTickets, 0)))
  let filled = 0
  for (const { userId, seats } of rows) {
    const party = parties.find((one) => one.userId === userId)
    if (!party) continue
    const offeredAt = byOffer.get(party.userId)
    const comes =
      offeredAt === undefined
        ? party.fate !== 'cannot come'
        : comesAfterOffer(party, scenario, event.startTime.getTime() - offeredAt)
    if (comes) filled += seats
  }
  return filled
}
