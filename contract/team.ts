// Who runs an event together: its creator and managers, invited by email; and what each of them did.
import { z } from 'zod'
import { email } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { EVENT_STATUSES } from './event-status.ts'
import { eventParams } from './events.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, id, titled } from './wire.ts'

export const member = z.object({
  userId: z.number(),
  name: z.string(),
  role: z.enum(['creator', 'manager']),
})

export const team = z.object({
  members: z.array(member),
  /** Not yet accepted. */
  invitations: z.array(z.object({ email: z.string(), invitedAt: dateTime })),
  /** Who was asked to take the event over, and has not accepted yet. */
  handover: z.object({ email: z.string(), invitedAt: dateTime }).optional(),
})

export type Team = z.output<typeof team>

export const getTeam = endpoint({
  method: 'GET',
  path: '/events/{eventId}/team',
  access: 'member',
  may: 'event.manage',
  scope: 'events.read',
  errors: ['event_not_found'],
  summary: 'Who runs the event, and who is invited to',
  params: eventParams,
  reply: team,
})

export const invite = endpoint({
  method: 'POST',
  path: '/events/{eventId}/team',
  access: 'member',
  may: 'event.change-team',
  errors: ['event_not_found', 'hidden_invites_nobody', 'already_in_team', 'team_full', 'idempotency_key_reused'],
  summary: 'Invite someone by email to manage the event with you; the same response whether or not there is an account',
  params: eventParams,
  headers: idempotencyKey,
  body: z.object({ email }),
  reply: team,
  status: 201,
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/team/invitations',
  access: 'member',
  may: 'event.change-team',
  errors: ['event_not_found'],
  summary: 'Take an invitation back, also when there was none',
  params: eventParams,
  query: z.object({ email }),
  reply: z.undefined(),
  status: 204,
})

export const leaveTeam = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/team/{userId}',
  access: 'member',
  may: 'event.manage',
  errors: ['event_not_found', 'creator_stays'],
  summary: 'The creator takes somebody out of the team, or a manager leaves it; door links made by them end',
  params: eventParams.extend({ userId: id }),
  reply: z.undefined(),
  status: 204,
})

export const handOver = endpoint({
  method: 'POST',
  path: '/events/{eventId}/handover',
  access: 'member',
  may: 'event.change-team',
  errors: [
    'event_not_found',
    'proof_needed',
    'hidden_stays',
    'series_stays',
    'card_orders_stay',
    'own_event',
    'idempotency_key_reused',
  ],
  summary:
    'Ask somebody by email to take the event over; an earlier request ends. The same answer whether or not there is an account',
  params: eventParams,
  headers: idempotencyKey,
  body: z.object({ email }),
  reply: team,
  status: 201,
})

export const keepEvent = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/handover',
  access: 'member',
  may: 'event.change-team',
  errors: ['event_not_found'],
  summary: 'Take back the request to take the event over, also when there was none',
  params: eventParams,
  reply: z.undefined(),
  status: 204,
})

const token = z.string().max(200)

export const getInvitation = endpoint({
  method: 'GET',
  path: '/team-invitations/{token}',
  access: 'member',
  may: 'account.use',
  errors: ['invitation_invalid', 'invitation_for_another'],
  summary: 'What an invitation is to; changes nothing',
  params: z.object({ token }),
  reply: z.object({
    eventId: z.number(),
    ...titled,
    from: z.string(),
    /** By the caller; nobody else gets a reply. */
    isAccepted: z.boolean().optional(),
    /** To take the event over, and not only to help. */
    isHandover: z.boolean().optional(),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/team-invitations/{token}/accept',
  access: 'member',
  may: 'account.use',
  errors: [
    'invitation_invalid',
    'invitation_for_another',
    'address_unconfirmed',
    'event_not_found',
    'hidden_stays',
    'series_stays',
    'card_orders_stay',
    'handover_off',
  ],
  summary: 'Accept an invitation, with the account whose address was invited; again answers the same',
  params: z.object({ token }),
  reply: z.object({ eventId: z.number() }),
})

export const listManaged = endpoint({
  method: 'GET',
  path: '/managed-events',
  access: 'member',
  may: 'account.use',
  scope: 'events.read',
  summary: 'Events of others that you manage: those to come first, the next one at the top',
  reply: z.array(
    z.object({
      id: z.number(),
      ...titled,
      startTime: dateTime,
      endTime: dateTime,
      timeZone: z.string(),
      status: z.enum(EVENT_STATUSES),
    }),
  ),
})

/** What is written down of what somebody did to an event. */
export const ACTS = [
  'edited',
  'cancelled',
  'postponed',
  'reinstated',
  'invited',
  'uninvited',
  'joined',
  'left',
  'removed',
  'door-link',
  'door-link-ended',
  'took-back',
  'added-guest',
  'imported-guests',
  'undid-import',
  'decided-requests',
  'new-link',
  'offered-handover',
  'handover-ended',
  'took-over',
  'message',
] as const
export type ManagerAct = (typeof ACTS)[number]

export const history = endpoint({
  method: 'GET',
  path: '/events/{eventId}/history',
  access: 'member',
  may: 'event.manage',
  scope: 'events.read',
  errors: ['event_not_found'],
  summary: 'Who did what and when, newest first',
  params: eventParams,
  reply: z.array(z.object({ at: dateTime, who: z.string(), act: z.enum(ACTS) })),
})

/** By the names that api.ts and the client use. */
export const calls = {
  get: getTeam,
  invite,
  withdrawInvitation,
  leave: leaveTeam,
  handOver,
  keepEvent,
  getInvitation,
  acceptInvitation,
  listManaged,
  history,
}
