import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { changeMail, savedChangeMail, waitingChangeMail } from './emails.ts'
import { eventStateRoutes } from './routes.ts'
import { tellOfChange } from './telling.ts'

export { rememberChange } from './telling.ts'
// For an account that is deleted.
export { cancelEvent, deleteEvent } from './commands.ts'

export const eventStates: Module = {
  routes: eventStateRoutes,
  mails: (config, secrets) => ({
    'event-change': { render: changeMail(config, secrets), priority: PRIORITY.soon },
    // Not about a booking of one's own, so that one press ends it, with all mails about waiting lists.
    'event-change-waiting': {
      render: waitingChangeMail(config.publicUrl, secrets),
      priority: PRIORITY.soon,
      notice: 'offer',
    },
    'event-change-saved': { render: savedChangeMail(config.publicUrl), priority: PRIORITY.soon, notice: 'saved' },
  }),
  jobs: { 'tell-of-change': { run: tellOfChange } },
}
