// A sold-out event under a fake clock, and people around it, for tests of returns and the waiting list.
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { events } from '../db/schema/events.ts'
import { mails } from '../db/schema/mails.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import { settleEvent } from '../ledger/in-ledger.ts'
import { runBroadcasts } from './broadcasts.ts'
import { openWorld, type EventFields, type Person, type World, type WorldOptions } from './world.ts'

export interface Wish {
  numberOfTickets: number
  atLeast?: number
  automatic?: boolean
}

/** Monday noon in Dublin, no night near. */
export const NOON = new Date('2026-05-04T11:00:00Z')

export async function openClockedWorld(options: WorldOptions = {}) {
  let now = NOON
  const w = await openWorld({ ...options, deps: { clock: () => now, ...options.deps } })
  return {
    w,
    now: () => now,
    set: (instant: Date | string) => (now = new Date(instant)),
    pass: (ms: number) => (now = new Date(now.getTime() + ms)),
  }
}

export type Clocked = Awaited<ReturnType<typeof openClockedWorld>>

const counted = async ({ deps: { db } }: World, eventId: number) => {
  const [row] = await db.select().from(events).where(eq(events.id, eventId))
  if (!row) throw new Error('no such event')
  const { capacity, ticketsSold: sold, held } = row
  return { sold, held, left: capacity - sold - held }
}

/** One ticket of so many seats each; starts so long after the clock's time. */
export async function soldOut(
  { w, now }: Clocked,
  { seats, startsIn, ...fields }: EventFields & { seats: number[]; startsIn: number },
) {
  const creator = await w.person()
  const capacity = seats.reduce((sum, some) => sum + some, 0)
  const event = await w.event(creator, {
    capacity,
    startTime: new Date(now().getTime() + startsIn),
    createdAt: now(),
    ...fields,
  })
  const params = { eventId: event.id }
  const holders: { person: Person; ticketId: number }[] = []
  for (const numberOfTickets of seats) {
    const person = await w.person()
    const { id } = await person.api.tickets.book({ body: { eventId: event.id, numberOfTickets } })
    holders.push({ person, ticketId: id })
  }
  const holder = (n: number) => {
    const found = holders[n]
    if (!found) throw new Error(`there is no holder ${n}`)
    return found
  }
  const { db } = w.deps

  return {
    event,
    creator,
    params,
    /** The n-th ticket, or some of its seats. */
    giveBack: (n: number, numberOfTickets?: number) =>
      holder(n).person.api.tickets.return({ params: { ticketId: holder(n).ticketId }, body: { numberOfTickets } }),
    /** The n-th ticket, whose holder then waits. */
    giveBackAndJoin: async (n: number, wish: Wish) => {
      const { person, ticketId } = holder(n)
      await person.api.tickets.return({ params: { ticketId }, body: {} })
      await person.api.waitingList.join({ params, body: wish })
      return { person }
    },
    undo: (n: number) => holder(n).person.api.tickets.undoReturn({ params: { ticketId: holder(n).ticketId } }),
    /** At once, without the two minutes. */
    takeBack: (n: number) =>
      creator.api.tickets.takeBack({
        params: { ...params, ticketId: holder(n).ticketId },
        body: { reason: 'Rain.' },
      }),
    /** Somebody new on the list. */
    waiting: async (wish: Wish = { numberOfTickets: 1 }) => {
      const person = await w.person()
      const entry = await person.api.waitingList.join({ params, body: wish })
      return {
        person,
        entryId: entry.id,
        entry: () => person.api.waitingList.get({ params }),
        accept: (numberOfTickets?: number) => person.api.waitingList.accept({ params, body: { numberOfTickets } }),
        decline: () => person.api.waitingList.decline({ params }),
        leave: () => person.api.waitingList.leave({ params }),
        resume: () => person.api.waitingList.resume({ params }),
        change: (body: Wish) => person.api.waitingList.change({ params, body }),
        book: (numberOfTickets = 1) => person.api.tickets.book({ body: { eventId: event.id, numberOfTickets } }),
      }
    },
    settle: () => settleEvent(w.deps, event.id),
    counts: () => counted(w, event.id),
    /** Seats offered now, in order of joining: 'entry id: seats'. */
    offered: async () => {
      const rows = await db
        .select({ entry: offers.entryId, seats: offers.seats })
        .from(offers)
        .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
        .where(sql`${offers.eventId} = ${event.id} and ${isNull(offers.endedAt)}`)
        .orderBy(asc(waitingEntries.turn))
      return rows.map(({ entry, seats }) => [entry, seats] as const)
    },
    /** Kinds of emails to somebody, oldest first, without confirmations of bookings. */
    mailsTo: async ({ id }: Person) => {
      await runBroadcasts(w.deps, event.id)
      const rows = await db.select().from(mails).where(eq(mails.userId, id)).orderBy(asc(mails.id))
      return rows.map(({ kind }) => kind).filter((kind) => kind !== 'booking')
    },
  }
}

export type SoldOut = Awaited<ReturnType<typeof soldOut>>
