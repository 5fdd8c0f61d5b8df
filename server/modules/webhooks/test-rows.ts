import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../db/schema/webhooks.ts'
import { members } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const BODY = { url: 'https://hooks.example/in', types: ['booking.created' as const] }
const nobodys = () => ({ params: { webhookId: 2_000_000_000 } })
const LOG = 'GET /webhooks/{webhookId}/deliveries'
const [END, REPLAY] = ['DELETE /webhooks/{webhookId}', 'POST /webhooks/{webhookId}/replay']
const [ROTATE, TEST] = ['POST /webhooks/{webhookId}/rotate', 'POST /webhooks/{webhookId}/test']
const small = { statements: 10, rows: 20, kB: 1 }
const unknown = { request: nobodys, expected: members(404) }

export const rows: ModuleRows = {
  matrix: {
    'GET /webhooks': { request: () => ({}) },
    'POST /webhooks': { request: () => ({ body: BODY }) },
    [END]: unknown,
    [LOG]: unknown,
    [REPLAY]: { ...unknown, request: () => ({ ...nobodys(), body: { id: 'msg_1' } }) },
    [ROTATE]: unknown,
    [TEST]: unknown,
  },
  bounds: {
    'GET /webhooks': { statements: 10, rows: 20, kB: 30 },
    'POST /webhooks': small,
    [END]: small,
    [LOG]: { statements: 10, rows: 60, kB: 40 },
    [REPLAY]: { statements: 10, rows: 20, kB: 1 },
    [ROTATE]: small,
    [TEST]: small,
  },
  shown: { 'GET /webhooks': 'nothing', [LOG]: 'nothing' },
  mails: ({ write, creator, words }) => write('webhook-ended', creator, { payload: { host: words, by: 'gone' } }),
  async traces({ db, userId }) {
    const [endpoint] = await db
      .insert(webhookEndpoints)
      .values({ userId, url: 'https://hooks.example/in', types: ['booking.created'] })
      .returning()
    const [message] = await db.insert(webhookMessages).values({ type: 'webhook.test', body: '{}' }).returning()
    await db
      .insert(webhookDeliveries)
      .values({ sequence: message!.sequence, endpointId: endpoint!.id, note: 'hello from my server' })
  },
}
