import { sql } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { DAY } from '../../../contract/durations.ts'
import { removed } from '../../access/personal-data.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../db/schema/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { endWebhook, forgetOldWebhooks, makeWebhook, replay, rotateSecret, sendTest } from './commands.ts'
import { webhookLane } from './delivering.ts'
import { webhookEndedMail } from './emails.ts'
import { listDeliveries, listWebhooks } from './queries.ts'

const routes = (deps: Deps): Binding[] => [
  bind(api.webhooks.list, (_input, user) => listWebhooks(deps.db, user.id)),
  bind(api.webhooks.make, ({ body, headers }, user) => makeWebhook(deps, user, body, headers['idempotency-key'])),
  bind(api.webhooks.end, ({ params }, user) => endWebhook(deps, user, params.webhookId)),
  bind(api.webhooks.listDeliveries, ({ params, query }, user) =>
    listDeliveries(deps.db, user.id, params.webhookId, query.cursor),
  ),
  bind(api.webhooks.replay, ({ params, body }, user) => replay(deps, user, params.webhookId, body)),
  bind(api.webhooks.rotate, ({ params }, user) => rotateSecret(deps, user, params.webhookId)),
  bind(api.webhooks.test, ({ params }, user) => sendTest(deps, user, params.webhookId)),
]

export const webhooks: Module = {
  routes,
  mails: ({ publicUrl }) => ({
    'webhook-ended': { render: webhookEndedMail(publicUrl), priority: PRIORITY.soon },
  }),
  lane: webhookLane,
  jobs: { 'forget-old-webhooks': { run: forgetOldWebhooks } },
  schedule: { 'forget-old-webhooks': DAY },
  // By owner.
  limits: { webhookActs: { points: 120, seconds: PER.hour } },
  tables: [
    removed(webhookEndpoints, webhookEndpoints.userId, webhookEndpoints.id, {
      personal: ['url', 'creationKey'],
      plain: ['types', 'endedBy', 'leaseToken'],
    }),
    {
      table: webhookDeliveries,
      of: ({ id }) =>
        sql`${webhookDeliveries.endpointId} in (select e.id from webhook_endpoints e where e.user_id = ${id})`,
      by: sql<string>`${webhookDeliveries.endpointId} || ' ' || ${webhookDeliveries.sequence}`,
      personal: ['note'],
      plain: ['state'],
      atDeletion: 'remove',
    },
    { table: webhookMessages, plain: ['id', 'type', 'body'] },
  ],
}
