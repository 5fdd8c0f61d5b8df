import { expect, test } from 'vitest'
import { inOrder } from './booking-order.ts'
import type { JoinedBooking } from './load-bookings.ts'

const now = new Date('2026-11-15T18:00:00Z')

const booking = (id: number, startTime?: string, endTime = startTime): JoinedBooking =>
  ({
    ticket: { id, eventId: id, numberOfTickets: 1, createdAt: '2026-11-01T00:00:00Z' },
    event: startTime ? { id, startTime, endTime, timeZone: 'Europe/Dublin' } : null,
  }) as JoinedBooking

const ids = (bookings: JoinedBooking[]) => bookings.map(({ ticket }) => ticket.id)

test('today is on top, then what comes next, then what is over, the newest first', () => {
  const { today, coming, ended } = inOrder(
    [
      booking(1, '2026-12-24T20:00:00Z'),
      booking(2, '2026-11-08T20:00:00Z'),
      booking(3, '2026-11-16T20:00:00Z'),
      booking(4, '2026-11-15T20:00:00Z'),
      booking(5),
      booking(6, '2026-11-14T20:00:00Z'),
      booking(7, '2026-11-15T19:00:00Z'),
    ],
    now,
  )
  expect(ids(today)).toEqual([7, 4])
  expect(ids(coming)).toEqual([3, 1, 5])
  expect(ids(ended)).toEqual([6, 2])
})

test('what was postponed without a date is never over, and comes last: nobody knows its day', () => {
  const postponed = (id: number, startTime: string) => {
    const one = booking(id, startTime)
    return { ...one, event: { ...one.event, status: 'postponed' } } as JoinedBooking
  }
  const { today, coming, ended } = inOrder(
    [postponed(1, '2026-11-08T20:00:00Z'), postponed(2, '2026-11-15T20:00:00Z'), booking(3, '2026-12-24T20:00:00Z')],
    now,
  )
  expect([ids(today), ids(coming), ids(ended)]).toEqual([[], [3, 1, 2], []])
})

test('what is going on now is today’s, whenever it began, and over once it has ended', () => {
  const camping = booking(1, '2026-11-14T12:00:00Z', '2026-11-16T12:00:00Z')
  const lunch = booking(2, '2026-11-15T12:00:00Z', '2026-11-15T14:00:00Z')
  const { today, ended } = inOrder([lunch, camping], now)
  expect(ids(today)).toEqual([1])
  expect(ids(ended)).toEqual([2])
})
