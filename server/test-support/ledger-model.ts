// A simple model of one event's seats, in memory, that predicts what each act answers and what is so afterwards. It shares no
// line with server/ledger; the rule of who gets free seats is in ledger-model-rule.ts.
import { ifFullOf, type Act } from './ledger-acts.ts'
import { ACCESS_ACTS } from './ledger-model-access.ts'
import { Refused, requireBookable, requireSight, type Carry, type ModelAct } from './ledger-model-carry.ts'
import { settle } from './ledger-model-rule.ts'
import { orderActs } from './ledger-model-orders.ts'
import {
  endEntry,
  endOffer,
  fulfil,
  inOrder,
  mail,
  newEntry,
  newTicket,
  offeredTo,
  soldOf,
  type Model,
  type ModelEntry,
} from './ledger-model-state.ts'
import { TICKET_ACTS } from './ledger-model-tickets.ts'

/** What a transaction has stored; offers that it made and took back itself were told to nobody. */
function store(model: Model) {
  for (const offer of model.made.splice(0)) if (model.entries.some((one) => one.offer === offer)) mail(model, 'offer')
}

export function settleAndStore(model: Model, now: number) {
  settle(model, now)
  store(model)
}

/** The answer, or the code of the refusal, after which everything is as it was but for what was due. `after`: what is so then. */
export function predict(model: Model, act: ModelAct, now: number): { answer: string; after: Model } {
  const settled = structuredClone(model)
  settleAndStore(settled, now)
  const after = structuredClone(settled)
  try {
    const answer = ACTS[act.kind](after, act, now)
    settleAndStore(after, now)
    return { answer: typeof answer === 'string' ? answer : answer(), after }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { answer: error.code, after: settled }
  }
}

const ownEntry = (model: Model, person: number) => inOrder(model).find((one) => one.person === person)

/** "Place 2 of 5": those who wait or have an offer; who rests is told the place to come back to. */
function entryAnswer(model: Model, person: number) {
  const own = ownEntry(model, person)
  if (!own) return 'waiting_entry_not_found'
  const counted = inOrder(model).filter((one) => !one.isResting || one === own)
  const state = own.offer ? `offered ${own.offer.seats}` : own.isResting ? 'resting' : 'waiting'
  return `${state}, place ${counted.indexOf(own) + 1} of ${counted.length}`
}

/** What this act has booked without asking is what it answers; the database has not named it yet. */
function answerAfter(model: Model, person: number) {
  const booked = model.tickets.findLast((one) => one.person === person && one.id === null)
  return booked ? `booked ${booked.seats}` : entryAnswer(model, person)
}

/** By somebody who waits: the offer first, then what is open. */
function take(model: Model, entry: ModelEntry, seats: number, now: number) {
  const offered = offeredTo(entry)
  const ticket = newTicket(entry.person, seats)
  model.tickets.push(ticket)
  mail(model, 'booking')
  model.open -= Math.max(0, seats - offered)
  entry.offer ??= { seats, until: now }
  endOffer(entry, 'accepted', now, ticket)
  if (seats < offered) endEntry(entry)
  else fulfil(entry, seats)
}

const book: Carry = (model, act, now) => {
  const { person, seats } = act
  requireSight(model, act)
  requireBookable(model, now)
  if (model.isPaid) throw new Refused('pay_first')
  if (model.approval) throw new Refused('ask_for_a_place')
  if (model.ballot === 'running') throw new Refused('enter_the_ballot')
  // After the start the list is over.
  const entry = now < model.start ? ownEntry(model, person) : undefined
  const left = model.open + (entry ? offeredTo(entry) : 0)
  if (left < seats) throw new Refused(left === 0 ? 'sold_out' : 'too_few_left')
  if (entry) take(model, entry, seats, now)
  else {
    model.tickets.push(newTicket(person, seats))
    model.open -= seats
    mail(model, 'booking')
  }
  return `${seats} seats`
}

/** Somebody who is not on the list, in the words of those who are: only by its link, which nobody has here. */
const requireKnown = (model: Model, act: ModelAct) => requireSight(model, { ...act, hasLink: false })

const join: Carry = (model, act, now) => {
  const { person, seats, atLeast, automatic } = act
  requireSight(model, act)
  requireBookable(model, now)
  if (!ownEntry(model, person)) {
    if (model.approval) throw new Refused('ask_for_a_place')
    if (model.ballot === 'running') throw new Refused('enter_the_ballot')
    if (model.open > 0) throw new Refused('places_left')
    newEntry(model, { person, wish: seats, atLeast: Math.min(atLeast, seats), automatic }, now)
  }
  return () => entryAnswer(model, person)
}

/** This date and another one of its series, which has seats for everybody. */
const several: Carry = (model, act, now) => {
  const ifFull = ifFullOf(act)
  const outcomeOf = (carry: Carry, wish: ModelAct, done: string): string => {
    try {
      carry(model, wish, now)
      return done
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (ifFull === 'refuse') throw new Refused('dates_not_bookable')
      return error.code
    }
  }
  const booked = outcomeOf(book, act, 'booked')
  const isWaiting = booked === 'sold_out' && ifFull === 'wait'
  const own = isWaiting ? outcomeOf(join, { ...act, atLeast: act.seats, automatic: false }, 'waiting') : booked
  model.elsewhere[act.person] = (model.elsewhere[act.person] ?? 0) + act.seats
  return `${['booked', 'waiting'].includes(own) ? own : 'refused'} and booked`
}

/** Seats of a date that people with a standing place may have. */
export const STANDING_SEATS = 3

const stand: Carry = (model, { person, seats }, now) => {
  if (model.standing.includes(person)) return 'taken down'
  model.standing.push(person)
  const seatsHere = (one: number) => soldOf({ tickets: model.tickets.filter((ticket) => ticket.person === one) })
  const seatsThere = (one: number) => model.elsewhere[one] ?? 0
  const isFree = (held: (one: number) => number) =>
    held(person) === 0 && model.standing.reduce((sum, one) => sum + held(one), seats) <= STANDING_SEATS
  if (isFree(seatsThere)) model.elsewhere[person] = seats
  const isOpen = model.status === 'published' && now < model.start && model.open >= seats
  if (isOpen && !ownEntry(model, person) && isFree(seatsHere)) {
    model.tickets.push(newTicket(person, seats))
    model.open -= seats
    mail(model, 'standing-booked')
  }
  return 'taken down'
}

const leaveStanding: Carry = (model, { person }) => {
  model.standing = model.standing.filter((one) => one !== person)
  return 'left'
}

const change: Carry = (model, act, now) => {
  const { person, seats, atLeast, automatic } = act
  requireKnown(model, act)
  requireBookable(model, now)
  const entry = ownEntry(model, person)
  if (!entry) throw new Refused('waiting_entry_not_found')
  if (model.approval && seats > entry.wish) throw new Refused('ask_for_a_place')
  if (seats > entry.wish) Object.assign(entry, { turn: ++model.turns, passedOver: 0, firstPassedAt: null })
  Object.assign(entry, { wish: seats, atLeast: Math.min(atLeast, seats), automatic })
  if (entry.offer && entry.offer.seats < entry.atLeast) endOffer(entry, 'withdrawn', now)
  if (entry.offer) entry.offer.seats = Math.min(entry.offer.seats, seats)
  return () => answerAfter(model, person)
}

const resume: Carry = (model, act, now) => {
  const { person } = act
  requireKnown(model, act)
  requireBookable(model, now)
  const entry = ownEntry(model, person)
  if (!entry) throw new Refused('waiting_entry_not_found')
  entry.isResting = false
  return () => answerAfter(model, person)
}

const end = (model: Model, person: number, how: string, now: number) => {
  const entry = ownEntry(model, person)
  if (!entry) return false
  endOffer(entry, how, now)
  endEntry(entry)
  return true
}

const decline: Carry = (model, act, now) => {
  const { person } = act
  const own = ownEntry(model, person)
  if (own && !own.offer) throw new Refused('offer_expired')
  if (!end(model, person, 'declined', now) && !model.entries.some((one) => one.person === person)) {
    requireKnown(model, act)
    throw new Refused('waiting_entry_not_found')
  }
  return 'ended'
}

const accept: Carry = (model, act, now) => {
  const { person } = act
  const own = ownEntry(model, person)
  const newest = model.entries.findLast((one) => one.person === person)
  const before = newest?.last?.ending === 'accepted' ? newest.last : null
  const isNotifiedSince = before && !newest?.hasEnded && (newest?.notifiedOfLastPlacesAt ?? 0) > before.at
  if (!own?.offer && before?.ticket && !isNotifiedSince) return `the same ${before.ticket.seats} seats`
  requireKnown(model, act)
  requireBookable(model, now)
  if (model.isPaid) throw new Refused('pay_first')
  if (!own) throw new Refused('waiting_entry_not_found')
  const seats = own.offer?.seats ?? seatsWhenLate(model, own)
  own.isResting = false
  take(model, own, seats, now)
  return `${seats} seats`
}

/** What is open, if it fits: as many as were offered, or as are wished for. */
function seatsWhenLate({ open }: Model, { wish, atLeast, last }: ModelEntry) {
  if (open <= 0) throw new Refused('offer_expired')
  const wanted = last?.ending === 'expired' ? Math.min(last.seats, wish) : wish
  const seats = open < wanted && open >= atLeast ? open : wanted
  if (seats > open) throw new Refused('offer_smaller')
  return seats
}

const setStatus =
  (status: Model['status']): Carry =>
  (model, _, now) => {
    if (model.end <= now) throw new Refused('event_ended')
    model.status = status
    return status
  }

const ACTS: Record<Act['kind'], Carry> = {
  ...TICKET_ACTS,
  ...ACCESS_ACTS,
  ...orderActs({ take, settleAndStore }),
  book,
  several,
  stand,
  leaveStanding,
  join,
  change,
  resume,
  decline,
  accept,
  leave: (model, act, now) => {
    requireKnown(model, act)
    end(model, act.person, 'left', now)
    return 'ended'
  },
  cancel: setStatus('cancelled'),
  reinstate: setStatus('published'),
  settle: () => 'settled',
}
