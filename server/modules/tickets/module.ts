import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { bookingMail, gatheredMail } from './emails.ts'
import { ticketRoutes } from './routes.ts'

export const tickets: Module = {
  routes: ticketRoutes,
  // Confirmations are written by book_tickets, with the priority that the column has by default.
  mails: ({ publicUrl }, secrets) => ({
    booking: { render: bookingMail(publicUrl, secrets), priority: PRIORITY.normal },
    'bookings-gathered': { render: gatheredMail(publicUrl), priority: PRIORITY.normal },
  }),
}
