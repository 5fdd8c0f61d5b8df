import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { invitationMail } from './emails.ts'
import { teamRoutes } from './routes.ts'

export const team: Module = {
  routes: teamRoutes,
  mails: ({ publicUrl }) => ({
    'team-invitation': { render: invitationMail(publicUrl), priority: PRIORITY.normal, isToTyped: true },
  }),
}
