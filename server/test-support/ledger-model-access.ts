// The model's other ways in: asking for a place, events that need no booking here, and booking with an address alone.
import { HOUR } from '../../contract/durations.ts'
import { Refused, requireBookable, requireSight, ticketOf, type Carry, type ModelAct } from './ledger-model-carry.ts'
import { inOrder, mail, newEntry, newTicket, soldOf, type Model, type ModelRequest } from './ledger-model-state.ts'

/** Who books with an address that has no account, and does nothing else. */
export const NEWCOMER = 0

const ASKED_AT_MOST = 3

const isLate = ({ start }: Model, now: number) => start - 2 * HOUR <= now

const waits = (model: Model, person: number) => inOrder(model).some((one) => one.person === person)

const lastOf = ({ requests }: Model, person: number) => requests.findLast((one) => one.person === person)

const openRequests = ({ requests }: Model) => requests.filter(({ ending }) => ending === null)

const ask: Carry = (model, act, now) => {
  const { person, seats } = act
  const last = lastOf(model, person)
  if (last?.ending === null) return `${isLate(model, now) ? 'expired' : 'asked'} ${last.seats}`
  requireSight(model, act)
  requireBookable(model, now)
  if (!model.approval) throw new Refused('places_left')
  if (last && waits(model, person)) return `accepted ${last.seats}`
  if (isLate(model, now)) throw new Refused('requests_closed')
  if (model.requests.filter((one) => one.person === person).length >= ASKED_AT_MOST)
    throw new Refused('asked_too_often')
  model.requests.push({ person, seats, ending: null })
  return `asked ${seats}`
}

const withdraw: Carry = (model, { person, ...act }) => {
  const last = lastOf(model, person)
  if (!last) requireSight(model, { person, ...act, hasLink: false })
  if (last?.ending === 'accepted') throw new Refused('request_decided')
  if (last) last.ending ??= 'withdrawn'
  return 'withdrawn'
}

/** Seats that are open go to them at once; who asked for more is next in line. */
function acceptRequest(model: Model, request: ModelRequest, now: number) {
  const { person, seats } = request
  request.ending = 'accepted'
  if (seats <= model.open) {
    model.tickets.push(newTicket(person, seats))
    model.open -= seats
    mail(model, 'request-accepted')
  } else {
    newEntry(model, { person, wish: seats, atLeast: seats, automatic: false }, now)
    mail(model, 'request-answered')
  }
}

/** Those who are named and still ask. */
const decide: Carry = (model, { askers, accepts }, now) => {
  const asking = openRequests(model).filter(({ person }) => askers.includes(person))
  if (asking.length > 0 && isLate(model, now)) throw new Refused('requests_closed')
  if (asking.length > 0 && accepts) requireBookable(model, now)
  for (const request of asking) {
    if (accepts) acceptRequest(model, request, now)
    else {
      request.ending = 'declined'
      mail(model, 'request-answered')
    }
  }
  return 'decided'
}

/** What the job does two hours before the start. */
export function endLateRequests(model: Model, now: number) {
  if (!isLate(model, now)) return
  for (const request of openRequests(model)) {
    request.ending = 'expired'
    mail(model, 'request-answered')
  }
}

/** An address that has an account gets a code, and nothing is booked in its name. */
const quick: Carry = (model, act, now) => {
  const { seats, newAddress } = act
  requireSight(model, act, false)
  if (newAddress === null || model.newcomers.includes(newAddress)) return 'code sent'
  requireBookable(model, now)
  if (model.approval) {
    model.newcomers.push(newAddress)
    return 'account'
  }
  if (model.ballot === 'running') throw new Refused('enter_the_ballot')
  if (model.open < seats) throw new Refused(model.open === 0 ? 'sold_out' : 'too_few_left')
  model.newcomers.push(newAddress)
  model.tickets.push(newTicket(NEWCOMER, seats))
  model.open -= seats
  mail(model, 'booking')
  return `${seats} seats`
}

/** Everything that is saved with the event's form, in one. */
function edit(model: Model, { capacity, approval, admission }: Pick<Model, 'capacity' | 'approval' | 'admission'>) {
  const isRunning = model.ballot === 'running'
  if (isRunning && (approval || admission !== 'book')) throw new Refused('ballot_not_here')
  if (!isRunning && capacity < model.capacity - model.open) {
    const isHeld = model.capacity - model.open > soldOf(model)
    throw new Refused(isHeld ? 'capacity_below_held' : 'capacity_below_sold')
  }
  const isWaiting = inOrder(model).length > 0
  const isAsking = openRequests(model).length > 0
  if (approval !== model.approval && approval && isWaiting) throw new Refused('people_waiting')
  if (approval !== model.approval && !approval && isAsking) throw new Refused('requests_open')
  if (admission !== model.admission) {
    if (model.tickets.length > 0) throw new Refused('admission_fixed')
    if (isAsking) throw new Refused('requests_open')
    if (isWaiting) throw new Refused('people_waiting')
  }
  Object.assign(model, { capacity, approval, admission })
}

const enterBallot: Carry = (model, { person, seats }, now) => {
  if (model.status !== 'published') throw new Refused(`event_${model.status}`)
  if (model.end <= now) throw new Refused('event_ended')
  if (model.ballot !== 'running') throw new Refused('ballot_closed')
  const own = model.entrants.find((one) => one.person === person)
  if (own) own.seats = seats
  else model.entrants.push({ person, seats })
  return own ? 'changed' : 'entered'
}

const leaveBallot: Carry = (model, { person }) => {
  if (model.ballot === 'running') model.entrants = model.entrants.filter((one) => one.person !== person)
  return 'left'
}

/** The list is closed, the number comes, and they wait in the order of the draw. */
const draw: Carry = (model, { order }, now) => {
  if (model.ballot !== 'running') return 'nothing'
  model.ballot = model.entrants.length > 0 ? 'drawn' : 'cancelled'
  for (const person of order) {
    const own = model.entrants.find((one) => one.person === person)
    if (own) newEntry(model, { person, wish: own.seats, atLeast: own.seats, automatic: false }, now)
  }
  return model.ballot
}

const saved = (model: Model, { capacity }: ModelAct) => ({ ...model, capacity })

/** Only one of them may. */
const trespass: Carry = ({ isUnlisted }) => (isUnlisted ? 'event_not_found' : 'forbidden')

const answer: Carry = (model, act, now) => {
  const ticket = ticketOf(model, act)
  if (!ticket) return 'nothing'
  if (ticket.seats === 0) throw new Refused('booking_changed')
  if (model.start <= now) throw new Refused('answers_closed')
  ticket.hasAnswered = true
  return 'answered'
}

export const ACCESS_ACTS = {
  trespass,
  answer,
  visibility: ((model, act) => {
    edit(model, saved(model, act))
    model.isUnlisted = act.accepts
    return act.accepts ? 'unlisted' : 'public'
  }) as Carry,
  handOver: ((model, { otherOrganiser }) => {
    model.creator = otherOrganiser
    return 'handed over'
  }) as Carry,
  enterBallot,
  leaveBallot,
  draw,
  ask,
  withdraw,
  decide,
  quick,
  capacity: ((model, { seats, atLeast }) => {
    edit(model, { ...model, capacity: seats + atLeast })
    return `${seats + atLeast} seats`
  }) as Carry,
  forecast: ((model, { seats, atLeast }) => {
    model.capacity = Math.max(seats + atLeast, model.capacity - model.open)
    return 'forecast'
  }) as Carry,
  approval: ((model, act) => {
    edit(model, { ...saved(model, act), approval: act.accepts })
    return act.accepts ? 'asks' : 'books'
  }) as Carry,
  admission: ((model, act) => {
    edit(model, { ...saved(model, act), admission: act.admission })
    return act.admission
  }) as Carry,
}
