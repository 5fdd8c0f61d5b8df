// What other features may show of tickets.
export { BookingCards } from './booking-cards.tsx'
export { GiveBack } from './give-back.tsx'
export { loadBookings, type JoinedBooking } from './load-bookings.ts'
export { ticketCount } from './ticket-count.ts'
export { TicketView } from './ticket-view.tsx'
