// What may be done in a history of one event's seats, how often, at the same time as what, and which backends die.

import type { events } from '../db/schema/events.ts'
import type { SessionUser } from '../http/session.ts'
import type { HeldLink } from '../modules/door/queries.ts'

export const PEOPLE = 6

/** How often each comes; most of them are about seats that come back and who gets them. */
export const WEIGHTS = {
  book: 4,
  return: 10,
  undo: 3,
  takeBack: 4,
  capacity: 4,
  // Extra places: it follows a forecast.
  forecast: 4,
  settle: 2,
  cancel: 1,
  reinstate: 3,
  join: 12,
  leave: 2,
  accept: 8,
  decline: 2,
  resume: 4,
  change: 3,
  // Places sent to friends, and the codes at the door.
  send: 6,
  takePlace: 1,
  handBack: 1,
  returnPlace: 2,
  returnAll: 2,
  enter: 2,
  friendEnters: 2,
  // It is a date of a series: several dates in one press, and a place at every one.
  several: 6,
  stand: 3,
  leaveStanding: 1,
  // Asked to confirm a day ago, and silent.
  release: 0,
  // With an address alone.
  quick: 3,
  // The organiser decides who comes, or there is nothing to book.
  ask: 0,
  withdraw: 0,
  decide: 0,
  approval: 0,
  admission: 0,
  // Only those with its link find it, or somebody else runs it from now on.
  visibility: 0,
  handOver: 0,
  // Changes the event; one who no longer runs it, or never did.
  trespass: 0,
  // The organiser's question, on the ticket.
  answer: 0,
  // Nobody books before the draw.
  enterBallot: 0,
  leaveBallot: 0,
  draw: 0,
  // Places are paid by card: a hold that is paid, given up, or over.
  order: 0,
  pay: 0,
  giveUp: 0,
  lapse: 0,
}

export type Kind = keyof typeof WEIGHTS
export const KINDS = Object.keys(WEIGHTS) as Kind[]

export interface Act {
  kind: Kind
  who: number
  seats: number
  atLeast: number
  automatic: boolean
}

/** What becomes of several dates in one press where this one is full. */
export const ifFullOf = ({ automatic, atLeast }: Pick<Act, 'automatic' | 'atLeast'>) =>
  automatic ? 'wait' : atLeast === 1 ? 'refuse' : 'skip'

export interface Step {
  act: Act
  /** On the other instance, at the same moment. */
  beside: Act | null
  /** The other instance alone, and its backend dies before this statement of it. */
  dies: number | null
  /** Before it, in minutes. */
  passes: number
}

export interface History {
  /** All seats are held for a ballot. */
  isBallot: boolean
  /** Places are had by an order alone. */
  isPaid: boolean
  /** No date of a series. */
  isAlone: boolean
  /** Of the first people, together all that there are. */
  booked: number[]
  /** Beyond those. */
  spare: number
  /** Of the last people, in this order. */
  waiting: Pick<Act, 'seats' | 'atLeast' | 'automatic'>[]
  startsInHours: number
  steps: Step[]
}

export type EventRow = typeof events.$inferSelect

export interface TicketAnswer {
  id: number
  numberOfTickets: number
}

export interface Done {
  answer: string
  isRefused?: boolean
  /** What was booked or changed. */
  ticket?: TicketAnswer
  /** Neither done nor refused by a rule: a defect, unless the backend died. */
  error?: Error
}

export interface Doing {
  event: EventRow
  /** Another one of the same series, with seats for everybody. */
  otherDateId: number
  /** Who runs it now, and who else might. */
  creator: SessionUser
  other: SessionUser
  /** Of the link that this person has. */
  key: string | undefined
  user: SessionUser
  ticketId: number | null
  placeId: number | null
  requestIds: number[]
  capacity: number
  newAddress: string | null
  questionId: number
  door: HeldLink
  /** In the order of scanning, whichever process scans: of scans of the same moment the id decides which came first. */
  scanId: string
}
