import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { reportLeftMail, reportReceiptMail } from './emails.ts'
import { forgetReporters } from './retention.ts'
import { reportRoutes } from './routes.ts'

// For what the product itself has to tell moderators.
export { reportAccount } from './commands.ts'

const DAY = 86_400_000

export const reports: Module = {
  routes: reportRoutes,
  mails: ({ publicUrl }) => ({
    'report-receipt': { render: reportReceiptMail(publicUrl), priority: PRIORITY.normal, isToTyped: 'without a link' },
    'report-left': { render: reportLeftMail(publicUrl), priority: PRIORITY.normal, isToTyped: 'without a link' },
  }),
  jobs: { 'forget-reporters': { run: forgetReporters } },
  schedule: { 'forget-reporters': DAY },
}
