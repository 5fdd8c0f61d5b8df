import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Delivery, Webhook } from '../../../contract/webhooks.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Page } from '../../../contract/endpoint.ts'
import type { Db, Tx } from '../../db/client.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../db/schema/webhooks.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect

const PAGE = 50

export const isLiveOf = (userId: number) => and(eq(webhookEndpoints.userId, userId), isNull(webhookEndpoints.endedAt))

export const toWebhook = ({ id, url, types, eventId, createdAt, failingSince }: EndpointRow): Webhook => ({
  id,
  url,
  types: types as Webhook['types'],
  eventId,
  createdAt: createdAt.toISOString(),
  failingSince: failingSince?.toISOString() ?? null,
})

export async function listWebhooks(db: Db, userId: number): Promise<Webhook[]> {
  const rows = await db.select().from(webhookEndpoints).where(isLiveOf(userId)).orderBy(desc(webhookEndpoints.id))
  return rows.map(toWebhook)
}

export async function getOwn(db: Db | Tx, userId: number, webhookId: number): Promise<EndpointRow> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, webhookId), isLiveOf(userId)))
  if (!row) throw new AppError('webhook_not_found')
  return row
}

export async function listDeliveries(
  db: Db,
  userId: number,
  webhookId: number,
  cursor?: number,
): Promise<Page<Delivery>> {
  await getOwn(db, userId, webhookId)
  const rows = await db
    .select({ delivery: webhookDeliveries, message: webhookMessages })
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.sequence, webhookDeliveries.sequence))
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookId),
        cursor === undefined ? undefined : lt(webhookDeliveries.sequence, cursor),
      ),
    )
    .orderBy(desc(webhookDeliveries.sequence))
    .limit(PAGE + 1)
  const items = rows.slice(0, PAGE).map(({ delivery, message }): Delivery => {
    const { state, attempts, lastAt, nextAt, status, tookMs, note, sequence } = delivery
    return {
      id: message.id,
      type: message.type,
      sequence,
      eventId: message.eventId,
      createdAt: message.at.toISOString(),
      state,
      attempts,
      lastAttemptAt: lastAt?.toISOString() ?? null,
      nextAttemptAt: state === 'waiting' ? nextAt.toISOString() : null,
      status,
      milliseconds: tookMs,
      note,
    }
  })
  return { items, next: rows.length > PAGE ? String(items.at(-1)?.sequence) : null }
}
