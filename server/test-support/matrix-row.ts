import type { AnyInput } from '../../contract/http-caller.ts'
import type { CallerKind } from './expected-answers.ts'

/** What a row can name in its request; created for each row. */
export interface Scene {
  eventId: number
  draftId: number
  /** Another event of the creator, with a ticket that the creator has booked. */
  bookedId: number
  ticketId: number
  /** Of that other event: open, and with names. */
  surveyId: number
  /** Another one, sold out; the creator is on its waiting list. */
  fullId: number
  /** Uploaded by the creator. */
  pictureKey: string
  creatorEmail: string
  creatorId: number
  managerId: number
  /** To the event's door. */
  doorToken: string
  doorLinkId: number
  /** Of the creator, with one date. */
  seriesId: number
  seriesDateId: number
}

export interface Row {
  request: (scene: Scene) => AnyInput
  /** Where the answer does not follow from who may make the call: a wrong password, a draft. */
  expected?: Record<CallerKind, number>
}
