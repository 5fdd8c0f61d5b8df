// What the acts of the model share.
import type { Admission } from '../../contract/event-access.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { Act } from './ledger-acts.ts'
import type { Model } from './ledger-model-state.ts'

export interface ModelAct extends Pick<Act, 'kind' | 'seats' | 'atLeast' | 'automatic'> {
  person: number
  ticketId: number | null
  placeId: number | null
  /** Those about whom the organiser decides. */
  askers: number[]
  /** The organiser says yes: to those who ask, or to being asked. */
  accepts: boolean
  admission: Admission
  /** Capacity as the organiser's form shows it. */
  capacity: number
  /** Has the link to it, if there is one. */
  hasLink: boolean
  /** Who does not run it now, and may be asked to. */
  otherOrganiser: number
  /** An address without an account; null: one that has one. */
  newAddress: string | null
  /** Who is in the ballot, as a draw would order them now. */
  order: number[]
}

export class Refused extends Error {
  code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

/** Returns at once, or when the ledger was settled. */
export type Carry = (model: Model, act: ModelAct, now: number) => string | (() => string)

export const ticketOf = ({ tickets }: Model, { ticketId }: ModelAct) =>
  ticketId === null ? undefined : tickets.find(({ id }) => id === ticketId)

/** A guest, or somebody with its link: nobody else knows that an unlisted event is there. */
export function requireSight(model: Model, { person, hasLink }: ModelAct, isGuest = isGuestOf(model, person)) {
  if (model.isUnlisted && !hasLink && !isGuest) throw new Refused('event_not_found')
}

const isGuestOf = ({ tickets, entries, requests }: Model, person: number) =>
  tickets.some((one) => one.person === person && one.seats > 0) ||
  entries.some((one) => one.person === person && !one.hasEnded) ||
  requests.some((one) => one.person === person && one.ending === null)

export function requireBookable({ status, end, admission }: Model, now: number) {
  if (status === 'cancelled') throw new Refused('event_cancelled')
  if (end <= now) throw new Refused('event_ended')
  if (admission === 'just-come') throw new Refused('no_booking_needed')
  if (admission === 'elsewhere') throw new Refused('booking_elsewhere')
}
