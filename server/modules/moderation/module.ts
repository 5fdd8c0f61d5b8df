import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { SCORE_JOB } from '../../screening/review.ts'
import { FIND_LINKS_JOB, findBlockedLinks, findLinksAgain, LOOK_AGAIN_JOB } from './domains.ts'
import { hiddenMail, objectionDecidedMail, reportDecidedMail, statementMail } from './emails.ts'
import { moderationTables } from './personal-data.ts'
import { eventListedMail } from './review-emails.ts'
import { releaseUndoubted } from './review.ts'
import { roleGivenMail } from './role-emails.ts'
import { moderationRoutes } from './routes.ts'
import { forgetScores, rememberScore, scoreEvents } from './score.ts'
import { END_SUSPENSIONS, endSuspensions } from './suspension.ts'

const TEN_MINUTES = 600_000
const FIFTEEN_MINUTES = 900_000

export const moderation: Module = {
  routes: moderationRoutes,
  mails: ({ publicUrl }, secrets) => ({
    statement: { render: statementMail(publicUrl), priority: PRIORITY.soon },
    'objection-decided': { render: objectionDecidedMail(publicUrl), priority: PRIORITY.soon },
    'report-decided': {
      render: reportDecidedMail(publicUrl),
      priority: PRIORITY.soon,
      toUnverifiedAddress: 'without a link',
    },
    'event-listed': { render: eventListedMail(publicUrl), priority: PRIORITY.soon },
    'role-given': { render: roleGivenMail(publicUrl), priority: PRIORITY.soon },
    'event-hidden': { render: hiddenMail(publicUrl, secrets), priority: PRIORITY.soon },
  }),
  jobs: {
    // At the moment of its end; and every ten minutes, should that job have been lost.
    [END_SUSPENSIONS]: { run: endSuspensions },
    [FIND_LINKS_JOB]: { run: findBlockedLinks, slots: 1 },
    [LOOK_AGAIN_JOB]: { run: findLinksAgain, slots: 1 },
    [SCORE_JOB]: { run: rememberScore, slots: 1 },
    'forget-scores': { run: forgetScores },
    'release-undoubted': {
      run: (deps) => releaseUndoubted(deps, { scores: (ids) => scoreEvents(deps.db, ids, deps.clock()) }),
    },
  },
  schedule: { [END_SUSPENSIONS]: TEN_MINUTES, 'release-undoubted': FIFTEEN_MINUTES, 'forget-scores': FIFTEEN_MINUTES },
  tables: moderationTables,
}

// For the modules beside it: reports and the console.
export { writeAudit } from './audit.ts'
export { changeRole, hasAdministrator, lockRoles, requireOtherPerson } from './roles.ts'
export { scoreEvents } from './score.ts'
export { sendTimesForUnverified } from './decision-notices.ts'
export { readWords, writeWords } from './words.ts'
