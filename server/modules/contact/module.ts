import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { contactMail, contactReceiptMail } from './emails.ts'
import { contactRoutes } from './routes.ts'

export const contact: Module = {
  routes: contactRoutes,
  mails: ({ publicUrl, mailFrom }) => ({
    'contact-message': { render: contactMail({ publicUrl, mailFrom }), priority: PRIORITY.normal },
    'contact-receipt': {
      render: contactReceiptMail(publicUrl),
      priority: PRIORITY.normal,
      isToTyped: 'without a link',
    },
  }),
}
