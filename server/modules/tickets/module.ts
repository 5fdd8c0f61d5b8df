import type { Module } from '../../module.ts'
import { bookingMail, gatheredMail } from './emails.ts'
import { ticketRoutes } from './routes.ts'

export const tickets: Module = {
  routes: ticketRoutes,
  mails: ({ publicUrl }) => ({ booking: bookingMail(publicUrl), 'bookings-gathered': gatheredMail(publicUrl) }),
}
