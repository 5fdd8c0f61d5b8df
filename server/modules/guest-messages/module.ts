import { api } from '../../../contract/api.ts'
import { isMine } from '../../access/personal-data.ts'
import { guestMessages as guestMessagesTable } from '../../db/schema/guest-messages.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { getMessages, SEND_JOB, sendMessage, sendTest } from './commands.ts'
import { messageMail, messageTestMail } from './emails.ts'
import { writeMails } from './sending.ts'

const guestMessageRoutes = (deps: Deps): Binding[] => [
  bind(api.guestMessages.list, ({ params }) => getMessages(deps, params.eventId)),
  bind(api.guestMessages.send, ({ params, headers, body: { test, ...body } }, user) => {
    const message = { ...body, idempotencyKey: headers['idempotency-key'] ?? null }
    return test ? sendTest(deps, user, params.eventId, message) : sendMessage(deps, user, params.eventId, message)
  }),
]

export const guestMessages: Module = {
  routes: guestMessageRoutes,
  mails: ({ publicUrl }) => ({
    'guest-message': { render: messageMail(publicUrl), priority: PRIORITY.bulk, notice: 'message' },
    // Asked for by who gets it, so there is nothing to end.
    'guest-message-test': { render: messageTestMail(publicUrl), priority: PRIORITY.normal },
  }),
  jobs: { [SEND_JOB]: { run: writeMails } },
  limits: {
    messageTest: { points: 20, seconds: PER.hour },
  },
  tables: [
    {
      table: guestMessagesTable,
      of: isMine(guestMessagesTable.userId),
      by: guestMessagesTable.id,
      personal: ['subject', 'text', 'idempotencyKey'],
      plain: ['audience'],
      atDeletion: () => ({ userId: null, subject: '', text: '', idempotencyKey: null }),
    },
  ],
}
