import { DAY } from '../../../contract/durations.ts'
import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { sendReport } from './commands.ts'
import { reportLeftMail, reportReceiptMail } from './emails.ts'
import { getReport } from './queries.ts'
import { forgetReporters } from './retention.ts'

// For what the product itself has to tell moderators.
export { reportAccount } from './commands.ts'

const reportRoutes = (deps: Deps): Binding[] => [
  bind(api.reports.send, ({ body, headers }, user, { ip }) =>
    sendReport(deps, { user, body, key: headers['idempotency-key'], ip }),
  ),
  bind(api.reports.get, ({ params }) => getReport(deps.db, params.reference)),
]

export const reports: Module = {
  routes: reportRoutes,
  mails: ({ publicUrl }) => ({
    'report-receipt': {
      render: reportReceiptMail(publicUrl),
      priority: PRIORITY.normal,
      toUnverifiedAddress: 'without a link',
    },
    'report-left': {
      render: reportLeftMail(publicUrl),
      priority: PRIORITY.normal,
      toUnverifiedAddress: 'without a link',
    },
  }),
  jobs: { 'forget-reporters': { run: forgetReporters } },
  schedule: { 'forget-reporters': DAY },
  limits: {
    report: { points: 5, seconds: PER.hour, by: 'network' },
    reportReceipt: { points: 3, seconds: PER.day },
  },
}
