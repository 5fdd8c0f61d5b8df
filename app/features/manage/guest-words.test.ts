import { expect, test } from 'vitest'
import type { Guest, WaitingGuest } from '../../../contract/guests.ts'
import { countsText, guestText, passedOverText, stateText, waitingCount, wishText } from './guest-words.ts'

const guest = (fields: Partial<Guest>): Guest => ({
  ticketId: 1,
  name: 'Anna',
  email: null,
  numberOfTickets: 2,
  friends: [],
  coming: null,
  admitted: 0,
  bookedAt: '2026-05-04T11:00:00Z',
  isByName: false,
  isMailed: true,
  ...fields,
})

const waiting = (fields: Partial<WaitingGuest>): WaitingGuest => ({
  entryId: 1,
  place: 1,
  name: 'Ben',
  email: 'ben@example.org',
  numberOfTickets: 4,
  atLeast: 4,
  automatic: false,
  state: 'waiting',
  offer: null,
  passedOver: null,
  joinedAt: '2026-05-04T11:00:00Z',
  ...fields,
})

test('a guest in a few words', () => {
  const before = (fields: Partial<Guest>) => guestText(guest(fields), false)
  expect(before({})).toBe('2 places, no answer yet')
  expect(before({ coming: true, admitted: 1 })).toBe('2 places, coming, 1 of 2 in')
  expect(before({ admitted: 2 })).toBe('2 places, all in')
  expect(before({ friends: ['Aoife'], coming: true })).toBe('2 places, 1 for Aoife, coming')
  // Nobody has asked them.
  expect(before({ isByName: true })).toBe('2 places')
  expect(guestText(guest({}), true), 'once it is over').toBe('2 places')
})

test('why somebody was passed over, and what is done about it', () => {
  expect(passedOverText(waiting({}))).toBe('')
  const once = { times: 1, firstAt: '2026-05-04T11:00:00Z', saved: 0 }
  expect(passedOverText(waiting({ passedOver: once }))).toBe(
    'Passed over once: fewer places came up at once than the 4 they need',
  )
  expect(passedOverText(waiting({ atLeast: 3, passedOver: { ...once, times: 2, saved: 1 } }))).toBe(
    'Passed over twice: fewer places came up at once than the 3 they need. 1 place is saved up for them',
  )
})

test('a wish, an offer and a rest', () => {
  expect(wishText(waiting({}))).toBe('Wants 4 places, all or nothing')
  expect(wishText(waiting({ atLeast: 2 }))).toBe('Wants 4 places, or at least 2')
  expect(wishText(waiting({ numberOfTickets: 1, atLeast: 1, automatic: true }))).toBe(
    'Wants 1 place, booked without asking',
  )
  const offer = { numberOfTickets: 2, expiresAt: '2026-05-05T11:00:00Z' }
  expect(stateText(waiting({ state: 'offered', offer }))).toBe('2 places are offered to them')
  expect(stateText(waiting({ state: 'resting' }))).toContain('Their offer expired')
  expect(stateText(waiting({}))).toBe('')
})

test('the whole list in a sentence', () => {
  const counts = { bookings: 0, tickets: 0, coming: 0, admitted: 0, waiting: 0 }
  expect(countsText(counts)).toBe('Nobody has booked yet.')
  expect(countsText({ ...counts, bookings: 1, tickets: 1 })).toBe('1 place in 1 booking.')
  expect(countsText({ ...counts, bookings: 30, tickets: 42, coming: 12, admitted: 1 })).toBe(
    '42 places in 30 bookings. 12 said they’re coming, 1 is in.',
  )
  expect([waitingCount(1), waitingCount(7)]).toEqual(['1 person waiting.', '7 people waiting.'])
})
