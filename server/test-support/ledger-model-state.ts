// What the model of an event's seats remembers.
import type { Admission } from '../../contract/event-access.ts'

/** A seat that was sent to a friend. */
export interface ModelPlace {
  /** Known once the database has named it. */
  id: number | null
  state: 'open' | 'ended' | 'handed-back'
  isIn: boolean
}

export interface ModelTicket {
  /** Known once the database has named it. */
  id: number | null
  person: number
  seats: number
  places: ModelPlace[]
  /** Let in by the booking's own code. */
  inside: number
  hasAnswered: boolean
  /** Was asked to confirm, and has not. */
  isSilent: boolean
}

export const newTicket = (person: number, seats: number): ModelTicket => ({
  id: null,
  person,
  seats,
  places: [],
  inside: 0,
  hasAnswered: false,
  isSilent: false,
})

export const openPlaces = ({ places }: ModelTicket) => places.filter(({ state }) => state === 'open')

const friendsIn = ({ places }: ModelTicket) => places.filter(({ isIn }) => isIn).length

export const insideOf = (ticket: ModelTicket) => ticket.inside + friendsIn(ticket)

/** What the booker's own code still admits, can be sent, and is given back first. */
export const freeOf = (ticket: ModelTicket) => ticket.seats - ticket.inside - openPlaces(ticket).length

export interface ModelReturn {
  ticket: ModelTicket
  seats: number
  places: ModelPlace[]
  /** Of these, not open to everybody. */
  held: number
  at: number
  until: number
  state: 'pending' | 'undone' | 'released'
  by: 'owner' | 'organiser' | 'silence'
  isFresh: boolean
  notifiedOfLastPlacesAt: number | null
  timesNotifiedOfLastPlaces: number
}

export interface ModelOffer {
  seats: number
  until: number
}

export interface ModelEntry {
  person: number
  joinedAt: number
  turn: number
  wish: number
  atLeast: number
  automatic: boolean
  isResting: boolean
  hasEnded: boolean
  passedOver: number
  firstPassedAt: number | null
  saved: number
  offer: ModelOffer | null
  /** The newest offer that has ended. */
  last: { seats: number; ending: string; at: number; ticket: ModelTicket | null } | null
  wasNotifiedNothingFree: boolean
  notifiedOfLastPlacesAt: number | null
  timesNotifiedOfLastPlaces: number
}

/** Somebody who asks for a place; null: nobody has decided yet. */
export interface ModelRequest {
  person: number
  seats: number
  ending: 'accepted' | 'declined' | 'withdrawn' | 'expired' | null
}

/** By card: its seats are held while it is open. */
export interface ModelOrder {
  person: number
  seats: number
  at: number
  until: number
  state: 'open' | 'paid' | 'cancelled' | 'expired'
}

export interface Model {
  /** Places are had by an order alone. */
  isPaid: boolean
  orders: ModelOrder[]
  ballot: 'running' | 'drawn' | 'cancelled' | null
  /** Who is in it. */
  entrants: { person: number; seats: number }[]
  start: number
  end: number
  status: 'published' | 'cancelled'
  capacity: number
  /** Seats that anybody can book. */
  open: number
  /** When there were places again after there had been none. */
  placesSince: number | null
  tickets: ModelTicket[]
  returns: ModelReturn[]
  entries: ModelEntry[]
  turns: number
  /** Who is booked for every date of the series, and the seats that people have of its other date. */
  standing: number[]
  elsewhere: Record<number, number>
  /** The organiser decides who comes. */
  approval: boolean
  admission: Admission
  isUnlisted: boolean
  /** Who runs it. */
  creator: number
  /** In the order of asking. */
  requests: ModelRequest[]
  /** Addresses whose accounts were made by booking with them. */
  newcomers: string[]
  /** Offers of this transaction: told when it is stored, if they are still open. */
  made: ModelOffer[]
  mails: Record<string, number>
}

export const newModel = (
  start: Date,
  end: Date,
  capacity: number,
  { isBallot = false, isPaid = false, creator = 0 } = {},
): Model => ({
  isPaid,
  orders: [],
  ballot: isBallot ? 'running' : null,
  entrants: [],
  start: start.getTime(),
  end: end.getTime(),
  status: 'published',
  capacity,
  open: isBallot ? 0 : capacity,
  placesSince: null,
  tickets: [],
  returns: [],
  entries: [],
  turns: 0,
  standing: [],
  elsewhere: {},
  approval: false,
  admission: 'book',
  isUnlisted: false,
  creator,
  requests: [],
  newcomers: [],
  made: [],
  mails: {},
})

export const mail = ({ mails }: Model, kind: string) => (mails[kind] = (mails[kind] ?? 0) + 1)

/** Those that have not ended, in order of joining. */
export const inOrder = ({ entries }: Model) =>
  entries.filter(({ hasEnded }) => !hasEnded).sort((a, b) => a.turn - b.turn)

export const offeredTo = ({ offer }: ModelEntry) => offer?.seats ?? 0

export const sumOf = <T>(items: T[], seats: (item: T) => number) => items.reduce((sum, item) => sum + seats(item), 0)

export const soldOf = ({ tickets }: Pick<Model, 'tickets'>) => sumOf(tickets, ({ seats }) => seats)

export const orderedOf = ({ orders }: Model) => sumOf(orders, ({ seats, state }) => (state === 'open' ? seats : 0))

export const pendingOf = ({ returns }: Model) => returns.filter(({ state }) => state === 'pending')

export function endOffer(entry: ModelEntry, ending: string, at: number, ticket: ModelTicket | null = null) {
  if (entry.offer) entry.last = { seats: entry.offer.seats, ending, at, ticket }
  entry.offer = null
}

/** At the end of the line. */
export function newEntry(
  model: Model,
  wish: Pick<ModelEntry, 'person' | 'wish' | 'atLeast' | 'automatic'>,
  now: number,
) {
  model.entries.push({
    ...wish,
    joinedAt: now,
    turn: ++model.turns,
    isResting: false,
    hasEnded: false,
    passedOver: 0,
    firstPassedAt: null,
    saved: 0,
    offer: null,
    last: null,
    wasNotifiedNothingFree: false,
    notifiedOfLastPlacesAt: null,
    timesNotifiedOfLastPlaces: 0,
  })
}

export const endEntry = (entry: ModelEntry) => Object.assign(entry, { hasEnded: true, saved: 0 })

/** Seats were booked for it: it waits or rests on for the rest, and then takes what comes. */
export function fulfil(entry: ModelEntry, seats: number) {
  if (entry.wish <= seats) endEntry(entry)
  else Object.assign(entry, { wish: entry.wish - seats, atLeast: 1 })
}
