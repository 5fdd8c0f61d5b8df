// What rows of the authorization matrix are made of: the callers, what they can name, and who is answered how.
import type { AnyInput } from '../../contract/http-caller.ts'

// In this order within a row: what the creator does to the scene comes late, the end of the creator's session last.
export const CALLERS = ['visitor', 'expired', 'malformed', 'door', 'another', 'manager', 'creator', 'revoked'] as const
export type CallerKind = (typeof CALLERS)[number]

/** What a row can name in its request; created for each row. */
export interface Scene {
  eventId: number
  draftId: number
  /** Another event of the creator, with a ticket that the creator has booked. */
  bookedId: number
  ticketId: number
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
}

export interface Row {
  request: (scene: Scene) => AnyInput
  /** Where the answer does not follow from who may make the call: a wrong password, a draft. */
  expected?: Record<CallerKind, number>
}

// A door's token opens the door alone.
const WITHOUT_SESSION = ['visitor', 'expired', 'revoked', 'malformed', 'door'] as const

export const expected = (withoutSession: number, another: number, creator: number, manager = creator) =>
  ({
    ...Object.fromEntries(WITHOUT_SESSION.map((kind) => [kind, withoutSession])),
    another,
    manager,
    creator,
  }) as Record<CallerKind, number>

export const everybody = (status: number) => expected(status, status, status)
export const members = (status: number) => expected(401, status, status)
