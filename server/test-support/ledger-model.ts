// A simple model of one event's seats, in memory, that predicts what each act answers and what is so afterwards. It shares no
// line with server/ledger; the rule of who gets free seats is in ledger-model-rule.ts.
import type { ErrorCode } from '../../contract/errors.ts'
import type { Act } from './ledger-acts.ts'
import { settle } from './ledger-model-rule.ts'
import {
  endEntry,
  endOffer,
  freeOf,
  fulfil,
  inOrder,
  insideOf,
  mail,
  newTicket,
  offeredTo,
  openPlaces,
  soldOf,
  type Model,
  type ModelEntry,
  type ModelPlace,
  type ModelTicket,
} from './ledger-model-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface ModelAct extends Pick<Act, 'kind' | 'seats' | 'atLeast' | 'automatic'> {
  person: number
  ticketId: number | null
  placeId: number | null
}

class Refused extends Error {
  code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

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

/** Answers at once, or when the ledger was settled. */
type Carry = (model: Model, act: ModelAct, now: number) => string | (() => string)

const ownEntry = (model: Model, person: number) => inOrder(model).find((one) => one.person === person)

const ticketOf = ({ tickets }: Model, { ticketId }: ModelAct) =>
  ticketId === null ? undefined : tickets.find(({ id }) => id === ticketId)

function requireBookable({ status, end }: Model, now: number) {
  if (status === 'cancelled') throw new Refused('event_cancelled')
  if (end <= now) throw new Refused('event_ended')
}

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

const book: Carry = (model, { person, seats }, now) => {
  requireBookable(model, now)
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

function release(
  model: Model,
  ticket: ModelTicket,
  { seats, places }: { seats: number; places: ModelPlace[] },
  now: number,
  minutes: number,
) {
  ticket.seats -= seats
  for (const place of places) place.state = 'ended'
  const state = minutes > 0 ? 'pending' : 'released'
  model.returns.push({
    ...{ ticket, seats, places, held: 0, at: now, until: now + minutes * MINUTE, state, isFresh: true },
    byOrganiser: minutes === 0,
  })
}

const ofOwner = (model: Model, ticket: ModelTicket) =>
  model.returns.filter((one) => one.ticket === ticket && !one.byOrganiser)

/** Which of the seats, or a refusal. */
type Choose = (ticket: ModelTicket, act: ModelAct) => { seats: number; places: ModelPlace[] }

const some: Choose = (ticket, { seats }) => {
  if (seats > ticket.seats) throw new Refused('booking_changed')
  if (seats > ticket.seats - insideOf(ticket)) throw new Refused('already_in')
  if (seats > freeOf(ticket)) throw new Refused('places_sent')
  return { seats, places: [] }
}

const all: Choose = (ticket) => {
  if (insideOf(ticket) > 0) throw new Refused('already_in')
  return { seats: ticket.seats, places: openPlaces(ticket) }
}

const onePlace: Choose = (ticket, { placeId }) => {
  const place = openPlaces(ticket).find(({ id }) => id === placeId)
  if (!place) throw new Refused('booking_changed')
  if (place.isIn) throw new Refused('place_used')
  return { seats: 1, places: [place] }
}

const giving =
  (choose: Choose): Carry =>
  (model, act, now) => {
    const ticket = ticketOf(model, act)
    if (!ticket || (choose === onePlace && act.placeId === null)) return 'nothing'
    if (ticket.seats > 0) {
      if (model.end <= now) throw new Refused('event_ended')
      const chosen = choose(ticket, act)
      if (ofOwner(model, ticket).filter(({ at }) => at > now - HOUR).length >= 3) throw new Refused('too_many_requests')
      release(model, ticket, chosen, now, 2)
    }
    return `${ticket.seats} seats`
  }

const takeBack: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  if (ticket.seats > 0) {
    if (model.end <= now) throw new Refused('event_ended')
    if (insideOf(ticket) > 0) throw new Refused('guests_inside')
    release(model, ticket, { seats: ticket.seats, places: openPlaces(ticket) }, now, 0)
    mail(model, 'taken-back')
  }
  return `${ticket.seats} seats`
}

const undo: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  if (model.end <= now) throw new Refused('event_ended')
  const last = ofOwner(model, ticket).findLast(({ state }) => state === 'pending')
  const isTakenBack = model.returns.some((one) => one.ticket === ticket && one.byOrganiser)
  if (!last || isTakenBack) throw new Refused('undo_too_late')
  const fromOpen = last.seats - last.held
  if (fromOpen > model.open) throw new Refused('undo_too_late')
  model.open -= fromOpen
  Object.assign(last, { state: 'undone', held: 0 })
  ticket.seats += last.seats
  for (const place of last.places) place.state = 'open'
  return `${ticket.seats} seats`
}

const send: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  requireBookable(model, now)
  if (freeOf(ticket) <= 0) throw new Refused('no_place_to_send')
  ticket.places.push({ id: null, state: 'open', isIn: false })
  return 'sent'
}

/** Whatever became of it. */
const placeOf = ({ tickets }: Model, { placeId }: ModelAct) => {
  const ticket = tickets.find(({ places }) => placeId !== null && places.some(({ id }) => id === placeId))
  const place = ticket?.places.find(({ id }) => id === placeId)
  return ticket && place && { ticket, place }
}

const takePlace: Carry = (model, act) => {
  const found = placeOf(model, act)
  if (!found) return 'nothing'
  if (found.place.isIn) throw new Refused('place_used')
  if (found.place.state === 'open') found.place.state = 'ended'
  return 'taken back'
}

const handBack: Carry = (model, act, now) => {
  const found = placeOf(model, act)
  if (!found) return 'nothing'
  const { place } = found
  if (place.isIn) throw new Refused('place_used')
  if (place.state === 'ended') throw new Refused('place_not_found')
  if (place.state === 'open') {
    if (model.end <= now) throw new Refused('event_ended')
    place.state = 'handed-back'
    mail(model, 'place-handed-back')
  }
  return 'handed back'
}

/** Links to the door end 12 hours after the event. */
const isDoorShut = ({ end }: Model, now: number) => now > end + 12 * HOUR

const enter: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  if (isDoorShut(model, now)) return 'unknown 0'
  if (model.status === 'cancelled') return 'cancelled 0'
  if (ticket.seats === 0) return 'returned 0'
  const admitted = Math.max(0, Math.min(act.seats, freeOf(ticket)))
  ticket.inside += admitted
  return admitted > 0 ? `admitted ${admitted}` : 'already-in 0'
}

const friendEnters: Carry = (model, act, now) => {
  const found = placeOf(model, act)
  if (!found) return 'nothing'
  if (isDoorShut(model, now)) return 'unknown 0'
  if (model.status === 'cancelled') return 'cancelled 0'
  if (found.place.state !== 'open') return 'returned 0'
  if (found.place.isIn) return 'already-in 0'
  found.place.isIn = true
  return 'admitted 1'
}

const join: Carry = (model, { person, seats, atLeast, automatic }, now) => {
  requireBookable(model, now)
  if (!ownEntry(model, person)) {
    if (model.open > 0) throw new Refused('places_left')
    model.entries.push({
      ...{ person, joinedAt: now, turn: ++model.turns, wish: seats, atLeast: Math.min(atLeast, seats), automatic },
      ...{ isResting: false, hasEnded: false, passedOver: 0, firstPassedAt: null, saved: 0, offer: null, last: null },
      ...{ wasToldNothingFree: false, toldLastPlacesAt: null, timesToldLastPlaces: 0 },
    })
  }
  return () => entryAnswer(model, person)
}

const change: Carry = (model, { person, seats, atLeast, automatic }, now) => {
  requireBookable(model, now)
  const entry = ownEntry(model, person)
  if (!entry) throw new Refused('waiting_entry_not_found')
  if (seats > entry.wish) Object.assign(entry, { turn: ++model.turns, passedOver: 0, firstPassedAt: null })
  Object.assign(entry, { wish: seats, atLeast: Math.min(atLeast, seats), automatic })
  if (entry.offer && entry.offer.seats < entry.atLeast) endOffer(entry, 'withdrawn', now)
  if (entry.offer) entry.offer.seats = Math.min(entry.offer.seats, seats)
  return () => answerAfter(model, person)
}

const resume: Carry = (model, { person }, now) => {
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

const decline: Carry = (model, { person }, now) => {
  const own = ownEntry(model, person)
  if (own && !own.offer) throw new Refused('offer_expired')
  if (!end(model, person, 'declined', now) && !model.entries.some((one) => one.person === person))
    throw new Refused('waiting_entry_not_found')
  return 'ended'
}

const accept: Carry = (model, { person }, now) => {
  const own = ownEntry(model, person)
  const newest = model.entries.findLast((one) => one.person === person)
  const before = newest?.last?.ending === 'accepted' ? newest.last : null
  const isToldSince = before && !newest?.hasEnded && (newest?.toldLastPlacesAt ?? 0) > before.at
  if (!own?.offer && before?.ticket && !isToldSince) return `the same ${before.ticket.seats} seats`
  requireBookable(model, now)
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

const capacity: Carry = (model, { seats, atLeast }) => {
  const wanted = seats + atLeast
  if (wanted < model.capacity - model.open) {
    const isHeld = model.capacity - model.open > soldOf(model)
    throw new Refused(isHeld ? 'capacity_below_held' : 'capacity_below_sold')
  }
  model.capacity = wanted
  return `${wanted} seats`
}

const setStatus =
  (status: Model['status']): Carry =>
  (model, _, now) => {
    if (model.end <= now) throw new Refused('event_ended')
    model.status = status
    return status
  }

const ACTS: Record<Act['kind'], Carry> = {
  ...{ book, return: giving(some), takeBack, undo, join, change, resume, decline, accept, capacity },
  ...{ send, takePlace, handBack, enter, friendEnters, returnPlace: giving(onePlace), returnAll: giving(all) },
  leave: (model, { person }, now) => (end(model, person, 'left', now), 'ended'),
  ...{ cancel: setStatus('cancelled'), reinstate: setStatus('published'), settle: () => 'settled' },
}
