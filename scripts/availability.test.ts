// What an event's page says of booking (app/features/tickets/availability.ts) and whom the server books
// (server/ledger/bookable.ts) is one rule: both are asked about every case.
import { expect, test } from 'vitest'
import { availabilityOf, type Availability } from '../app/features/tickets/availability.ts'
import { HOUR } from '../contract/durations.ts'
import { EVENT_STATUSES, hasEnded, isBookingClosed, seatsLeft } from '../contract/event-status.ts'
import { requireBookable } from '../server/ledger/bookable.ts'
import type { LedgerEvent } from '../server/ledger/ledger.ts'

const BOTH = [false, true]
const ADMISSIONS = ['book', 'just-come', 'elsewhere'] as const

const CASES = EVENT_STATUSES.flatMap((status) =>
  ADMISSIONS.flatMap((admission) =>
    BOTH.flatMap((isHidden) =>
      BOTH.flatMap((isOver) =>
        BOTH.flatMap((isClosed) => BOTH.map((isFull) => ({ status, admission, isHidden, isOver, isClosed, isFull }))),
      ),
    ),
  ),
)

/** What the page says of an answer. Who comes without booking, or books elsewhere, is shown how. */
const SAID: Record<string, Availability> = {
  event_cancelled: 'cancelled',
  event_postponed: 'postponed',
  event_ended: 'ended',
  no_booking_needed: 'open',
  booking_elsewhere: 'open',
  booking_closed: 'closed',
  sold_out: 'sold-out',
  booked: 'open',
}

function answerOf(event: LedgerEvent & { ticketsSold: number; held: number }, now: Date): string {
  try {
    requireBookable(event, now)
  } catch (error) {
    return (error as { code: string }).code
  }
  return seatsLeft(event) > 0 ? 'booked' : 'sold_out'
}

test('in every state of an event, its page says what the server would answer', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const from = (hours: number) => new Date(now.getTime() + hours * HOUR)
  for (const state of CASES) {
    const { status, admission, isHidden } = state
    const event = {
      id: 1,
      timeZone: 'Europe/Dublin',
      status,
      admission,
      approval: false,
      payBy: [],
      confirm: false,
      ballot: null,
      maxPerPerson: null,
      capacity: 10,
      ticketsSold: state.isFull ? 7 : 4,
      held: 3,
      hiddenAt: isHidden ? now : null,
      startTime: from(state.isOver ? -3 : 24),
      endTime: from(state.isOver ? -1 : 26),
      bookingClosesAt: state.isClosed ? from(-4) : null,
    }
    const answer = answerOf(event, now)
    const shown = {
      status,
      isHidden: isHidden ? (true as const) : undefined,
      isDraft: status === 'draft',
      isSoldOut: state.isFull,
      ticketsLeft: seatsLeft(event),
      admission: admission === 'book' ? undefined : admission,
      endTime: event.endTime.toISOString(),
      bookingClosesAt: event.bookingClosesAt?.toISOString(),
    }
    const times = { hasEnded: hasEnded(event, now), isBookingClosed: isBookingClosed(shown, now) }
    // Only those who run it see the page of a draft or of a hidden event.
    const expected = answer === 'event_not_found' ? (status === 'draft' ? 'draft' : 'closed') : SAID[answer]
    expect({ ...state, says: availabilityOf(shown, times) }).toEqual({ ...state, says: expected })
  }
})
