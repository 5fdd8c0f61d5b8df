import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { hiddenMail, objectionDecidedMail, reportDecidedMail, statementMail } from './emails.ts'
import { moderationRoutes } from './routes.ts'
import { END_SUSPENSIONS, endSuspensions } from './suspension.ts'

const TEN_MINUTES = 600_000

export const moderation: Module = {
  routes: moderationRoutes,
  mails: ({ publicUrl }, secrets) => ({
    statement: { render: statementMail(publicUrl), priority: PRIORITY.soon },
    'objection-decided': { render: objectionDecidedMail(publicUrl), priority: PRIORITY.soon },
    'report-decided': { render: reportDecidedMail(publicUrl), priority: PRIORITY.soon },
    'event-hidden': { render: hiddenMail(publicUrl, secrets), priority: PRIORITY.soon },
  }),
  // At the moment of its end; and every ten minutes, should that job have been lost.
  jobs: { [END_SUSPENSIONS]: { run: endSuspensions } },
  schedule: { [END_SUSPENSIONS]: TEN_MINUTES },
}

// For the modules beside it: reports and the console.
export { writeAudit } from './audit.ts'
export { readWords, writeWords } from './words.ts'
