import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { writeToUs } from './commands.ts'
import { contactMail, contactReceiptMail } from './emails.ts'

const contactRoutes = (deps: Deps): Binding[] => [
  bind(api.contact.writeToUs, ({ body, headers }, _user, { ip }) =>
    writeToUs(deps, body, headers['idempotency-key'], ip),
  ),
]

export const contact: Module = {
  routes: contactRoutes,
  mails: ({ publicUrl, mailFrom }) => ({
    'contact-message': { render: contactMail(mailFrom), priority: PRIORITY.normal },
    'contact-receipt': {
      render: contactReceiptMail(publicUrl),
      priority: PRIORITY.normal,
      toUnverifiedAddress: 'without a link',
    },
  }),
  limits: {
    contact: { points: 5, seconds: PER.hour, by: 'network' },
    contactReceipt: { points: 3, seconds: PER.day },
  },
}
