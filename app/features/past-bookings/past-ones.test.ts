import { expect, test } from 'vitest'
import type { JoinedBooking } from '../tickets/slot.tsx'
import { pastOnes } from './past-bookings.tsx'

const now = new Date('2026-11-15T12:00:00Z')
const booking = (id: number, day: string, numberOfTickets = 1) =>
  ({
    ticket: { id, eventId: id, numberOfTickets, createdAt: '2026-01-01T00:00:00Z' },
    event: { startTime: `${day}T19:00:00Z`, endTime: `${day}T22:00:00Z` },
  }) as JoinedBooking

test('past are events that are over and bookings that were given back, the newest first', () => {
  const bookings = [
    booking(1, '2026-10-01'),
    booking(2, '2026-11-20'),
    booking(3, '2026-11-01'),
    booking(4, '2026-12-01', 0),
  ]
  expect(pastOnes(bookings, now).map(({ ticket }) => ticket.id)).toEqual([4, 3, 1])
})

test('what was postponed without a date keeps its old times and is not past', () => {
  const one = booking(1, '2026-10-01')
  const postponed = { ...one, event: { ...one.event, status: 'postponed' } } as JoinedBooking
  expect(pastOnes([postponed], now)).toEqual([])
})

test('a booking whose event cannot be loaded is past only if it was given back', () => {
  const unknown = (id: number, numberOfTickets: number) => ({
    ...booking(id, '2026-11-20', numberOfTickets),
    event: null,
  })
  expect(pastOnes([unknown(1, 1), unknown(2, 0)], now).map(({ ticket }) => ticket.id)).toEqual([2])
})
