import { expect, test } from 'vitest'
import { ticket } from './tickets.ts'

test('a ticket that does not say for how many it is, is for one', () => {
  expect(ticket.parse({ id: 1, eventId: 2, createdAt: '2026-11-15T12:00:00.000Z' }).numberOfTickets).toBe(1)
})
