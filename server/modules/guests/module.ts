import { PRIORITY } from '../../jobs/priority.ts'
import { guestTicketMail } from '../../ledger/booking-emails.ts'
import type { Module } from '../../module.ts'
import { guestRoutes } from './routes.ts'

export const guests: Module = {
  routes: guestRoutes,
  mails: (config, secrets) => ({
    'guest-ticket': { render: guestTicketMail(config, secrets), priority: PRIORITY.normal, isToTyped: true },
  }),
}
