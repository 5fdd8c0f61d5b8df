// The states and numbers of ballots (docs/product/ballot.md), apart from their calls: events need them too.
import { DAY, HOUR, MINUTE } from './durations.ts'

export const MOST_BALLOT_SEATS = 4

export const BALLOT_STATES = ['planned', 'open', 'closed', 'drawn', 'cancelled'] as const

/** What the events table says: all seats are held while it runs. */
export const EVENT_BALLOTS = ['running', 'drawn', 'cancelled'] as const
export type EventBallot = (typeof EVENT_BALLOTS)[number]

/**
 * no-number: nobody entered the number in time; closed-late: the list could not be closed long enough before the number
 * existed; nobody: nobody entered.
 */
export const BALLOT_CANCELLATIONS = ['no-number', 'closed-late', 'nobody'] as const
export type BallotCancellation = (typeof BALLOT_CANCELLATIONS)[number]

export const BALLOT = {
  /** Entering early or late makes no difference, and nobody has to hurry. */
  openAtLeastMs: DAY,
  /** From closing to the number, as it is planned: the list is closed and emailed in this time. */
  numberAfterMs: HOUR,
  /** What must be left of that when the list is closed, or the ballot is cancelled. */
  sealedBeforeMs: 10 * MINUTE,
  /** A number that is missing for longer ends the ballot. */
  numberWithinMs: DAY,
  /** From the draw to the start, so that offers can be accepted and passed on. */
  drawnBeforeMs: 3 * DAY,
  /** How long there is to accept what the draw gave. */
  answerMs: DAY,
}
/** From the number's time to the start. */
export const NUMBER_BEFORE_MS = BALLOT.numberWithinMs + BALLOT.drawnBeforeMs
