// The model's seats that come back, places sent to friends, and codes at the door.
import { HOUR, MINUTE } from '../../contract/durations.ts'
import { Refused, requireBookable, ticketOf, type Carry, type ModelAct } from './ledger-model-carry.ts'
import {
  freeOf,
  inOrder,
  insideOf,
  mail,
  offeredTo,
  openPlaces,
  sumOf,
  type Model,
  type ModelPlace,
  type ModelReturn,
  type ModelTicket,
} from './ledger-model-state.ts'

function release(
  model: Model,
  ticket: ModelTicket,
  { seats, places }: { seats: number; places: ModelPlace[] },
  now: number,
  by: ModelReturn['by'],
) {
  const minutes = by === 'owner' ? 2 : 0
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
    by,
    notifiedOfLastPlacesAt: null,
    timesNotifiedOfLastPlaces: 0,
  })
}

const ofOwner = (model: Model, ticket: ModelTicket) =>
  model.returns.filter((one) => one.ticket === ticket && one.by === 'owner')

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
      // Who says how many do not come says that the others do.
      if (chosen.seats < ticket.seats) ticket.isSilent = false
      release(model, ticket, chosen, now, 'owner')
    }
    return `${ticket.seats} seats`
  }

const takeBack: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  if (ticket.seats > 0) {
    if (model.end <= now) throw new Refused('event_ended')
    if (insideOf(ticket) > 0) throw new Refused('guests_inside')
    release(model, ticket, { seats: ticket.seats, places: openPlaces(ticket) }, now, 'organiser')
    mail(model, 'taken-back')
    model.standing = model.standing.filter((person) => person !== ticket.person)
  }
  return `${ticket.seats} seats`
}

const isTakenBack = (model: Model, ticket: ModelTicket) =>
  model.returns.some((one) => one.ticket === ticket && one.by === 'organiser')

/** What was released because of silence, unless its owner has booked again. */
export function standbyOf(model: Model, ticket: ModelTicket) {
  const later = model.tickets.slice(model.tickets.indexOf(ticket) + 1)
  if (isTakenBack(model, ticket) || later.some(({ person, seats }) => person === ticket.person && seats > 0)) return
  return model.returns.findLast((one) => one.ticket === ticket && one.by === 'silence' && one.state === 'released')
}

function takeAgain(model: Model, ticket: ModelTicket, standby: ModelReturn) {
  if (standby.seats > model.open || model.status !== 'published') throw new Refused('standby_only')
  model.open -= standby.seats
  ticket.seats += standby.seats
  ticket.isSilent = false
  standby.state = 'undone'
  return `${ticket.seats} seats`
}

/** This one is silent since a day; those who are lose what was not sent to friends, while people in line want it. */
const silence: Carry = (model, act, now) => {
  const own = ticketOf(model, act)
  if (!own) return 'nothing'
  own.isSilent = true
  const toStart = model.start - now
  const isDue = model.status === 'published' && model.admission === 'book' && toStart > 2 * HOUR && toStart <= 25 * HOUR
  const inLine = inOrder(model).filter(({ isResting }) => !isResting)
  let wanted = sumOf(inLine, (entry) => entry.wish - offeredTo(entry) - entry.saved) - Math.max(0, model.open)
  for (const ticket of isDue ? model.tickets.filter(({ isSilent }) => isSilent) : []) {
    const seats = ticket.seats - openPlaces(ticket).length
    if (seats <= 0 || insideOf(ticket) > 0 || wanted <= 0) continue
    wanted -= seats
    release(model, ticket, { seats, places: [] }, now, 'silence')
    mail(model, 'place-released')
  }
  return 'released'
}

const undo: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  if (model.end <= now) throw new Refused('event_ended')
  const last = ofOwner(model, ticket).findLast(({ state }) => state === 'pending')
  const standby = standbyOf(model, ticket)
  if ((!last || isTakenBack(model, ticket)) && standby) return takeAgain(model, ticket, standby)
  if (!last || isTakenBack(model, ticket)) throw new Refused('undo_too_late')
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
  const wasSilent = model.returns.some(
    (one) => one.ticket === ticket && one.by === 'silence' && one.state === 'released',
  )
  if (ticket.seats === 0) return wasSilent && !isTakenBack(model, ticket) ? 'standby 0' : 'returned 0'
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
  release: silence,
  send,
  takePlace,
  handBack,
  enter,
  friendEnters,
}
