// The model's seats that come back, places sent to friends, and codes at the door.
import { HOUR, MINUTE } from '../../contract/durations.ts'
import { Refused, requireBookable, ticketOf, type Carry, type ModelAct } from './ledger-model-carry.ts'
import {
  freeOf,
  insideOf,
  mail,
  openPlaces,
  type Model,
  type ModelPlace,
  type ModelTicket,
} from './ledger-model-state.ts'

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
    ticket,
    seats,
    places,
    held: 0,
    at: now,
    until: now + minutes * MINUTE,
    state,
    isFresh: true,
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
    model.standing = model.standing.filter((person) => person !== ticket.person)
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

/** What is done with a booking and with its places. */
export const TICKET_ACTS = {
  return: giving(some),
  returnPlace: giving(onePlace),
  returnAll: giving(all),
  takeBack,
  undo,
  send,
  takePlace,
  handBack,
  enter,
  friendEnters,
}
