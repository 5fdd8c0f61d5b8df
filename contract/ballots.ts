// A ballot instead of a rush: people enter in their own time, and a public number decides who is offered a place first.
// The arithmetic is in ballot.ts.
import { z } from 'zod'
import { ballotFile } from './ballot-file.ts'
import { BALLOT_CANCELLATIONS, BALLOT_STATES, MOST_BALLOT_SEATS } from './ballot-rules.ts'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { permission } from './permissions.ts'
import { dateTime, eventKey, filled, id, line, titled, wireNumber } from './wire.ts'

const mayEnter = permission('ballot.enter', 'member')

const seatsRule = `must be a whole number from 1 to ${MOST_BALLOT_SEATS}`
const seats = wireNumber(z.number().int(seatsRule).min(1, seatsRule).max(MOST_BALLOT_SEATS, seatsRule))

/** In the event's time zone, or with an offset. */
const when = z.string({ error: 'is required' }).min(1, 'is required').max(40)

export const ballotPlan = z.object({
  opensAt: when,
  closesAt: when,
  mostSeats: seats.default(2),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('draw'), name: filled(line(200)), at: when }),
    z.object({ kind: z.literal('drand'), at: when }),
  ]),
})
export type BallotPlan = z.output<typeof ballotPlan>

const summary = z.object({
  id: z.number(),
  eventId: z.number(),
  state: z.enum(BALLOT_STATES),
  opensAt: dateTime,
  closesAt: dateTime,
  mostSeats: z.number(),
  /** Of a public draw its name, of drand the round. */
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('draw'), name: z.string() }),
    z.object({ kind: z.literal('drand'), round: z.number() }),
  ]),
  /** When the number exists, and until when it must be entered. */
  numberAt: dateTime,
  numberUntil: dateTime,
  entries: z.number(),
  root: z.string().nullable(),
  cancelledBecause: z.enum(BALLOT_CANCELLATIONS).nullable(),
})
export type BallotSummary = z.output<typeof summary>

export const getBallotOfEvent = endpoint({
  method: 'GET',
  path: '/events/{eventId}/ballot',
  access: 'optional',
  may: 'event.read',
  errors: ['event_not_found', 'ballot_not_found'],
  summary: 'When the ballot of an event opens, closes and is drawn, and where its number comes from',
  params: eventParams,
  query: z.object({ key: eventKey.optional() }),
  reply: summary,
})

export const setBallot = endpoint({
  method: 'PUT',
  path: '/events/{eventId}/ballot',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'event_ended', 'ballot_times', 'ballot_fixed', 'ballot_not_here', 'ballot_too_late'],
  summary: 'Hold a ballot, or change it until somebody has entered; all seats are held until it is drawn',
  params: eventParams,
  body: ballotPlan,
  reply: summary,
})

export const removeBallot = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/ballot',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'ballot_fixed'],
  summary: 'Hold no ballot after all, until somebody has entered; also when there is none',
  params: eventParams,
  reply: z.null(),
  status: 204,
})

export const enterNumber = endpoint({
  method: 'POST',
  path: '/events/{eventId}/ballot/number',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'ballot_not_found', 'number_not_now', 'number_known', 'number_unreadable'],
  summary: 'The number of the public draw that the ballot named; once, for good',
  params: eventParams,
  body: z.object({ number: filled(line(200)) }),
  reply: summary,
})

const entry = z.object({
  id: z.number(),
  eventId: z.number(),
  ballotId: z.number(),
  seats: z.number(),
  salt: z.string(),
  /** Which line of the list it is. */
  leaf: z.string(),
  enteredAt: dateTime,
  /** In the order of the draw, from 1. */
  position: z.number().nullable(),
})
export type OwnBallotEntry = z.output<typeof entry>

/** Why nobody can enter. */
const CLOSED = [
  'event_not_found',
  'event_ended',
  'event_cancelled',
  'event_postponed',
  'ballot_not_found',
  'ballot_not_open',
  'ballot_closed',
] as const

export const enterBallot = endpoint({
  method: 'POST',
  path: '/events/{eventId}/ballot/entry',
  access: 'member',
  may: mayEnter,
  errors: [...CLOSED, 'address_unconfirmed', 'ballot_most_seats'],
  summary: 'Enter, or change how many seats you ask for while it is open; the reply is your receipt',
  params: eventParams,
  body: z.object({
    seats,
    /** Random, made by the entrant. Without it nobody can tell which line of the list is theirs. */
    salt: z.string().regex(/^[0-9a-f]{32,64}$/, 'must be 32 to 64 hexadecimal digits'),
    /** Of an unlisted event. */
    key: eventKey.optional(),
  }),
  reply: entry,
  status: 201,
  statusAgain: 200,
})

export const getBallotEntry = endpoint({
  method: 'GET',
  path: '/events/{eventId}/ballot/entry',
  access: 'member',
  may: mayEnter,
  summary: 'Your entry with its receipt, or null',
  params: eventParams,
  reply: z.object({ entry: entry.nullable() }),
})

export const leaveBallot = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/ballot/entry',
  access: 'member',
  may: mayEnter,
  whileSuspended: true,
  summary: 'Leave the ballot until it is drawn; also when you have not entered',
  params: eventParams,
  reply: z.null(),
  status: 204,
})

/** One among those of My Bookings. */
const listed = entry.omit({ salt: true, leaf: true }).extend({
  ballot: summary,
  ...titled,
  startTime: dateTime,
  timeZone: z.string(),
  /** Of an unlisted event. */
  key: z.string().optional(),
})
export type ListedBallotEntry = z.output<typeof listed>

export const listBallotEntries = endpoint({
  method: 'GET',
  path: '/ballots/entries',
  access: 'member',
  may: mayEnter,
  summary: 'Your entries in ballots that have not been drawn or cancelled',
  reply: z.array(listed),
})

export const ballotParams = z.object({ ballotId: id })

export const getBallot = endpoint({
  method: 'GET',
  path: '/ballots/{ballotId}',
  access: 'optional',
  may: 'event.read',
  errors: ['ballot_not_found'],
  summary: 'Everything that is needed to check a ballot: the list, its root, the number and the order',
  params: ballotParams,
  query: z.object({ key: eventKey.optional() }),
  reply: ballotFile.extend({
    eventId: z.number(),
    numberUntil: dateTime,
    cancelledBecause: z.enum(BALLOT_CANCELLATIONS).nullable(),
  }),
})

export const enterRound = endpoint({
  method: 'POST',
  path: '/ballots/{ballotId}/round',
  access: 'optional',
  may: 'event.read',
  errors: ['ballot_not_found', 'number_not_now', 'number_unreadable'],
  summary: 'Hand in the signature of the round of drand that the ballot named: anybody may, and the server verifies it',
  params: ballotParams,
  body: z.object({
    signature: z.string().regex(/^[0-9a-f]{96}$/, 'must be 96 hexadecimal digits'),
    key: eventKey.optional(),
  }),
  reply: summary,
})

/** By the names that api.ts and the client use. */
export const calls = {
  ofEvent: getBallotOfEvent,
  set: setBallot,
  remove: removeBallot,
  number: enterNumber,
  enter: enterBallot,
  entry: getBallotEntry,
  leave: leaveBallot,
  mine: listBallotEntries,
  get: getBallot,
  round: enterRound,
}
