// Does what an act of a history says, by the commands of the modules, and puts their answers into words.
import { and, desc, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { DAY, HOUR, MINUTE } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import type { Admission } from '../../contract/event-access.ts'
import type { WaitingEntry } from '../../contract/waiting-list.ts'
import { ballots } from '../db/schema/ballots.ts'
import { mails } from '../db/schema/mails.ts'
import { ticketPlaces } from '../db/schema/ticket-places.ts'
import { tickets } from '../db/schema/tickets.ts'
import type { Deps } from '../deps.ts'
import { setCapacity } from '../ledger/extra-places.ts'
import { inLedger, settleEvent, type LedgerChange } from '../ledger/in-ledger.ts'
import { enterNumber } from '../modules/ballots/commands.ts'
import { runBallots } from '../modules/ballots/draws.ts'
import { enter, leave as leaveBallot } from '../modules/ballots/entering.ts'
import { openScanLine, takeScans } from '../modules/door/scans.ts'
import { cancelEvent, reinstateEvent } from '../modules/events/states.ts'
import { answerQuestions } from '../modules/booking-questions/commands.ts'
import { ask, decide, withdraw } from '../modules/booking-requests/commands.ts'
import { updateEvent } from '../modules/events/commands.ts'
import { placeOrder } from '../modules/orders/commands.ts'
import { endOrder } from '../modules/orders/settling.ts'
import { handBackPlace, sendPlace, takeBackPlace } from '../modules/places/commands.ts'
import { bookDates } from '../modules/series/bookings.ts'
import { leaveStanding, stand } from '../modules/series/standing.ts'
import { accept as acceptEvent, handOver } from '../modules/team/handover.ts'
import { bookTickets } from '../modules/tickets/commands.ts'
import { releaseSome } from '../modules/tickets/confirming.ts'
import { bookQuickly } from '../modules/tickets/quick-booking.ts'
import { returnTickets, takeBack, undoReturn } from '../modules/tickets/returns.ts'
import { accept } from '../modules/waiting-list/accept.ts'
import { changeWish, decline, join, leave, resume } from '../modules/waiting-list/commands.ts'
import { ifFullOf, type Act, type Doing, type Done, type EventRow, type TicketAnswer } from './ledger-acts.ts'
import { findOpen, lapse, PAID_PRICE, payOrder } from './ledger-carry-orders.ts'

/** What the organiser says, of an act that is about no seats. */
export const accepts = ({ seats }: Act) => seats < 3

const ADMISSIONS: Admission[] = ['just-come', 'elsewhere', 'book']
export const admissionOf = ({ atLeast }: Act) => ADMISSIONS[atLeast - 1] ?? 'book'

const bodyOf = ({ title, description, venue, startTime, endTime }: EventRow, capacity: number) => ({
  title,
  description,
  venue,
  startTime,
  endTime,
  capacity,
  isFreeOfCharge: true,
  anchorPrice: 0,
  sellingPrice: 0,
})

const ofTicket = (ticket: { id: number; numberOfTickets: number }): Done => ({
  ticket,
  answer: `${ticket.numberOfTickets} seats`,
})

const ofEntry = ({ state, offer, place, of, booked }: WaitingEntry): Done => ({
  ...(booked && { ticket: { id: booked.ticketId, numberOfTickets: booked.numberOfTickets } }),
  answer: booked
    ? `booked ${booked.numberOfTickets}`
    : `${state}${offer ? ` ${offer.numberOfTickets}` : ''}, place ${place} of ${of}`,
})

const ofAccepting = async ({ db }: Deps, { ticketId, isNew }: { ticketId: number; isNew: boolean }): Promise<Done> => {
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, ticketId))
  if (!ticket) throw new Error('what was accepted is gone')
  return isNew ? ofTicket(ticket) : { answer: `the same ${ticket.numberOfTickets} seats` }
}

const codeOf = async ({ db }: Deps, table: typeof tickets | typeof ticketPlaces, id: number) => {
  const [row] = await db.select({ code: table.code }).from(table).where(eq(table.id, id))
  return row?.code ?? ''
}

async function scan(deps: Deps, { door, scanId: id }: Doing, code: string, seats: number): Promise<Done> {
  const sentAt = deps.clock().toISOString()
  const [result] = await takeScans(deps, openScanLine(), door, {
    sentAt,
    scans: [{ id, kind: 'admit', code, seats, at: sentAt }],
  })
  return { answer: `${result?.verdict} ${result?.admitted}` }
}

const NETWORK = { ip: '203.0.113.7', requestId: 'history' }

/** By an address that may have an account. */
async function bookWithEmail(
  deps: Deps,
  { event, user, newAddress, key }: Doing,
  numberOfTickets: number,
): Promise<Done> {
  const booking = { eventId: event.id, numberOfTickets, key, ...noKey, name: 'Nuala', email: newAddress ?? user.email }
  const { status, body } = await bookQuickly(deps, booking, undefined, NETWORK)
  if (status === 202) return { answer: 'code sent' }
  const { ticket } = body as { ticket: { id: number; numberOfTickets: number } | null }
  return ticket ? ofTicket(ticket) : { answer: 'account' }
}

const noKey = { idempotencyKey: null }

async function findNewest({ db }: Deps, { event, user }: Doing): Promise<TicketAnswer | undefined> {
  const [row] = await db
    .select({ id: tickets.id, numberOfTickets: tickets.numberOfTickets })
    .from(tickets)
    .where(and(eq(tickets.eventId, event.id), eq(tickets.userId, user.id)))
    .orderBy(desc(tickets.id))
    .limit(1)
  return row
}

/** It says only that it was taken down; what it has booked is found afterwards. */
async function standAtAll(deps: Deps, doing: Doing, seats: number): Promise<Done> {
  const before = await findNewest(deps, doing)
  await stand(deps, doing.user, doing.event.seriesId ?? 0, seats)
  const ticket = await findNewest(deps, doing)
  return { answer: 'taken down', ...(ticket && ticket.id !== before?.id && { ticket }) }
}

async function bookBoth(deps: Deps, act: Act, { event, otherDateId, user }: Doing): Promise<Done> {
  const { dates } = await bookDates(deps, user, event.seriesId ?? 0, {
    eventIds: [event.id, otherDateId],
    numberOfTickets: act.seats,
    ifFull: ifFullOf(act),
    ...noKey,
  })
  const own = dates.find(({ eventId }) => eventId === event.id)
  const other = dates.find(({ eventId }) => eventId === otherDateId)
  return {
    answer: `${own?.outcome} and ${other?.outcome}`,
    ...(own?.ticketId && { ticket: { id: own.ticketId, numberOfTickets: act.seats } }),
  }
}

/** The question was accepted a day ago, and nothing was said since. */
async function askAndRelease(deps: Deps, change: LedgerChange, ticketId: number, userId: number) {
  const sentAt = new Date(change.now.getTime() - DAY)
  await change.tx.update(tickets).set({ confirmedAt: null }).where(eq(tickets.id, ticketId))
  await change.tx
    .insert(mails)
    .values({ kind: 'reminder-confirm', ticketId, userId, status: 'sent', sentAt, priority: 10 })
  await releaseSome(deps, change)
}

/** The number of every ballot's draw. */
export const DRAWN = '7'

/** As if it were time to close it, and then for its number. */
async function draw(deps: Deps, { event, creator }: Doing): Promise<Done> {
  const ofEvent = eq(ballots.eventId, event.id)
  const find = async () => (await deps.db.select().from(ballots).where(ofEvent))[0]
  const found = await find()
  if (!found || found.drawnAt || found.cancelledAt) return { answer: 'nothing' }
  const at = (ms: number) => new Date(deps.clock().getTime() + ms)
  await deps.db
    .update(ballots)
    .set({ closesAt: at(-MINUTE), numberAt: at(HOUR) })
    .where(ofEvent)
  await runBallots(deps, { lease: { signal: new AbortController().signal, check: () => undefined } })
  if ((await find())?.cancelledAt) return { answer: 'cancelled' }
  await deps.db
    .update(ballots)
    .set({ numberAt: at(0) })
    .where(ofEvent)
  return { answer: (await enterNumber(deps, creator, event.id, DRAWN)).state }
}

/** From the request to the press in the other account, with the link of the email. */
async function changeHands(deps: Deps, { event, creator, other }: Doing): Promise<Done> {
  const proved = { ...creator, provedAt: deps.clock() }
  await handOver(deps, proved, event.id, other.email, null)
  const [mail] = await deps.db
    .select({ payload: mails.payload })
    .from(mails)
    .where(and(eq(mails.kind, 'team-invitation'), eq(mails.userId, other.id)))
    .orderBy(desc(mails.id))
    .limit(1)
  await acceptEvent(deps, other, (mail?.payload as { token: string }).token)
  return { answer: 'handed over' }
}

async function carry(deps: Deps, act: Act, doing: Doing): Promise<Done> {
  const { event, creator, user, ticketId, placeId, key } = doing
  const { id: eventId } = event
  const { kind, seats: numberOfTickets, atLeast, automatic } = act
  const wish = { numberOfTickets, atLeast: Math.min(atLeast, numberOfTickets), automatic }
  switch (kind) {
    case 'book':
      return ofTicket(await bookTickets(deps, user, { eventId, numberOfTickets, key, ...noKey }))
    case 'several':
      return bookBoth(deps, act, doing)
    case 'stand':
      return standAtAll(deps, doing, numberOfTickets)
    case 'leaveStanding':
      await leaveStanding(deps, user, event.seriesId ?? 0)
      return { answer: 'left' }
    case 'return':
      if (ticketId === null) return { answer: 'nothing' }
      return ofTicket(await returnTickets(deps, user, ticketId, { numberOfTickets, ...noKey }))
    case 'returnAll':
      if (ticketId === null) return { answer: 'nothing' }
      return ofTicket(await returnTickets(deps, user, ticketId, noKey))
    case 'returnPlace':
      if (ticketId === null || placeId === null) return { answer: 'nothing' }
      return ofTicket(await returnTickets(deps, user, ticketId, { places: [placeId], ...noKey }))
    case 'send':
      if (ticketId === null) return { answer: 'nothing' }
      await sendPlace(deps, user, ticketId, { name: 'Aoife' })
      return { answer: 'sent' }
    case 'takePlace':
      if (ticketId === null || placeId === null) return { answer: 'nothing' }
      await takeBackPlace(deps, user, ticketId, placeId)
      return { answer: 'taken back' }
    case 'handBack':
      if (placeId === null) return { answer: 'nothing' }
      await handBackPlace(deps, await codeOf(deps, ticketPlaces, placeId))
      return { answer: 'handed back' }
    case 'enter':
      if (ticketId === null) return { answer: 'nothing' }
      return scan(deps, doing, await codeOf(deps, tickets, ticketId), numberOfTickets)
    case 'friendEnters':
      if (placeId === null) return { answer: 'nothing' }
      return scan(deps, doing, await codeOf(deps, ticketPlaces, placeId), 1)
    case 'release':
      if (ticketId === null) return { answer: 'nothing' }
      await inLedger(deps, eventId, (change) => askAndRelease(deps, change, ticketId, user.id))
      return { answer: 'released' }
    case 'undo':
      if (ticketId === null) return { answer: 'nothing' }
      return ofTicket(await undoReturn(deps, user, ticketId, null))
    case 'takeBack':
      if (ticketId === null) return { answer: 'nothing' }
      return ofTicket(await takeBack(deps, creator, { eventId, ticketId, reason: 'Rain.' }))
    case 'join':
      return ofEntry((await join(deps, user, eventId, { ...wish, key }, null)).entry)
    case 'change':
      return ofEntry(await changeWish(deps, user, eventId, wish))
    case 'resume':
      return ofEntry(await resume(deps, user, eventId))
    case 'leave':
      await leave(deps, user, eventId)
      return { answer: 'ended' }
    case 'decline':
      return { answer: (await decline(deps, user, eventId)).state }
    case 'accept':
      return ofAccepting(deps, await accept(deps, user, eventId, undefined, null))
    case 'capacity': {
      const { capacity } = await updateEvent(deps, creator, eventId, bodyOf(event, numberOfTickets + atLeast))
      return { answer: `${capacity} seats` }
    }
    case 'forecast':
      await inLedger(deps, eventId, (change) => setCapacity(change, numberOfTickets + atLeast))
      return { answer: 'forecast' }
    case 'approval':
      await updateEvent(deps, creator, eventId, { ...bodyOf(event, doing.capacity), approval: accepts(act) })
      return { answer: accepts(act) ? 'asks' : 'books' }
    case 'admission': {
      const admission = admissionOf(act)
      const bookingUrl = admission === 'elsewhere' ? 'https://tickets.example/history' : undefined
      await updateEvent(deps, creator, eventId, { ...bodyOf(event, doing.capacity), admission, bookingUrl })
      return { answer: admission }
    }
    case 'visibility': {
      const visibility = accepts(act) ? 'unlisted' : 'public'
      await updateEvent(deps, creator, eventId, { ...bodyOf(event, doing.capacity), visibility })
      return { answer: visibility }
    }
    case 'handOver':
      return changeHands(deps, doing)
    case 'trespass':
      return updateEvent(deps, doing.other, eventId, bodyOf(event, doing.capacity)).then(
        () => ({ answer: 'changed' }),
        (error: unknown) => ({ answer: String((error as AppError).code) }),
      )
    case 'answer':
      if (ticketId === null) return { answer: 'nothing' }
      await answerQuestions(deps, user, ticketId, [{ questionId: doing.questionId, answer: ['A reel'] }])
      return { answer: 'answered' }
    case 'enterBallot': {
      const salt = randomBytes(16).toString('hex')
      return {
        answer: (await enter(deps, user, eventId, { seats: numberOfTickets, salt })).isNew ? 'entered' : 'changed',
      }
    }
    case 'leaveBallot':
      await leaveBallot(deps, user.id, eventId)
      return { answer: 'left' }
    case 'draw':
      return draw(deps, doing)
    case 'quick':
      return bookWithEmail(deps, doing, numberOfTickets)
    case 'ask': {
      const { request } = await ask(deps, user, eventId, { numberOfTickets, key, ...noKey })
      return { answer: `${request.state} ${request.numberOfTickets}` }
    }
    case 'withdraw':
      await withdraw(deps, user, eventId)
      return { answer: 'withdrawn' }
    case 'decide':
      if (doing.requestIds.length === 0) return { answer: 'decided' }
      await decide(deps, creator, eventId, { ids: doing.requestIds, accept: accepts(act) })
      return { answer: 'decided' }
    case 'order': {
      const wish = { payBy: 'card' as const, total: numberOfTickets * PAID_PRICE, currency: 'GBP' }
      const { order } = await placeOrder(deps, user, eventId, { numberOfTickets, ...wish, ...noKey })
      return { answer: `open ${order.seats}` }
    }
    case 'pay':
      return payOrder(deps, doing)
    case 'giveUp': {
      const open = await findOpen(deps, doing)
      if (!open) return { answer: 'nothing' }
      await endOrder(deps, open.id, 'cancelled')
      return { answer: 'given up' }
    }
    case 'lapse':
      await lapse(deps, eventId)
      return { answer: 'lapsed' }
    case 'cancel':
      return { answer: String((await cancelEvent(deps, creator, eventId, {})).status) }
    case 'reinstate':
      return { answer: String((await reinstateEvent(deps, creator, eventId, {})).status) }
    case 'settle':
      await settleEvent(deps, eventId)
      return { answer: 'settled' }
  }
}

export async function carryOut(deps: Deps, act: Act, doing: Doing): Promise<Done> {
  try {
    return await carry(deps, act, doing)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return { answer: error.code, isRefused: true }
    return { answer: 'failed', error: error as Error }
  }
}
