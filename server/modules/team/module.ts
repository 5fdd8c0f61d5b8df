import { eq, or } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { isMine, isMyAddress } from '../../access/personal-data.ts'
import { eventHistory, teamInvitations } from '../../db/schema/team.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { getInvitation, getTeam, invite, leaveTeam, withdrawInvitation } from './commands.ts'
import { handedOverMail, invitationMail } from './emails.ts'
import { accept, handOver, keepEvent } from './handover.ts'
import { listHistory, listManagedEvents } from './queries.ts'

const teamRoutes = (deps: Deps): Binding[] => [
  bind(api.team.get, ({ params }, user) => getTeam(deps, user, params.eventId)),
  bind(api.team.invite, ({ params, headers, body }, user) =>
    invite(deps, user, params.eventId, body.email, headers['idempotency-key'] ?? null),
  ),
  bind(api.team.withdrawInvitation, ({ params, query }, user) =>
    withdrawInvitation(deps, user, params.eventId, query.email),
  ),
  bind(api.team.leave, ({ params }, user) => leaveTeam(deps, user, params.eventId, params.userId)),
  bind(api.team.handOver, ({ params, headers, body }, user) =>
    handOver(deps, user, params.eventId, body.email, headers['idempotency-key'] ?? null),
  ),
  bind(api.team.keepEvent, ({ params }, user) => keepEvent(deps, user, params.eventId)),
  bind(api.team.getInvitation, ({ params }, user) => getInvitation(deps, user, params.token)),
  bind(api.team.acceptInvitation, ({ params }, user) => accept(deps, user, params.token)),
  bind(api.team.listManaged, async (_, user) => {
    const rows = await listManagedEvents(deps.db, user.id, deps.clock())
    return rows.map(({ language, ...row }) => ({
      ...row,
      ...(language && { language }),
      startTime: row.startTime.toISOString(),
      endTime: row.endTime.toISOString(),
    }))
  }),
  bind(api.team.history, async ({ params }) => {
    const rows = await listHistory(deps.db, params.eventId)
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  }),
]

export const team: Module = {
  routes: teamRoutes,
  mails: ({ publicUrl }) => ({
    'team-invitation': { render: invitationMail(publicUrl), priority: PRIORITY.normal, toUnverifiedAddress: true },
    'handed-over': { render: handedOverMail(), priority: PRIORITY.normal },
  }),
  limits: {
    // Emails to addresses that have not asked for them.
    invitation: { points: 20, seconds: PER.day },
  },
  tables: [
    {
      table: teamInvitations,
      of: (me) => or(eq(teamInvitations.acceptedBy, me.id), isMyAddress(teamInvitations.email, me)),
      by: teamInvitations.id,
      personal: ['email'],
      secret: ['tokenHash'],
      atDeletion: 'remove',
    },
    {
      table: eventHistory,
      of: isMine(eventHistory.userId),
      by: eventHistory.id,
      personal: [],
      plain: ['act'],
      atDeletion: () => ({ userId: null }),
    },
  ],
}
