// What other features may show of tickets.
export { BookingCards } from './booking-cards.tsx'
export { ANSWERS, GiveBack } from './give-back.tsx'
export { loadBookings, type JoinedBooking } from './load-bookings.ts'
