import { and, eq, isNull, sql } from 'drizzle-orm'
import type { api } from '../../../contract/api.ts'
import { DAY } from '../../../contract/durations.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import { WEBHOOK_KEPT_DAYS } from '../../../contract/message-types.ts'
import { MOST_REPLAYED, MOST_WEBHOOKS, type Webhook } from '../../../contract/webhooks.ts'
import { findEventSubject } from '../../access/call-permission.ts'
import { requireMay } from '../../access/can.ts'
import type { Db, Tx } from '../../db/client.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../db/schema/webhooks.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused } from '../../http/repeated-key.ts'
import { checkAddress } from '../../net/outside.ts'
import { lockAccount, lockSession } from '../auth/queries.ts'
import { getOwn, isLiveOf, toWebhook } from './queries.ts'
import { rotationEnds, secretOf } from './signing.ts'

type NewWebhook = HandlerInput<typeof api.webhooks.make>['body']
type Replay = HandlerInput<typeof api.webhooks.replay>['body']

/** A sentence for the person who typed it. The address is checked again at every connection. */
function requireAddress({ config }: Deps, url: string) {
  try {
    return checkAddress(url, config.outgoingNetworks)
  } catch (error) {
    throw new AppError('bad_request', { message: (error as Error).message })
  }
}

/** What is made here is either found by a cure, or refused because the cure has ended the session or the key. */
async function lockCaller(tx: Tx, user: SessionUser) {
  if (!user.key) return lockSession(tx, user)
  await lockAccount(tx, user.id)
  const isIt = and(eq(apiKeys.id, user.key.id), isNull(apiKeys.endedAt))
  if ((await tx.$count(apiKeys, isIt)) === 0) throw new AppError('key_ended')
}

/** A repeated call gets the first webhook; another one cannot have the same key. */
async function findMade(tx: Tx, { id }: SessionUser, creationKey: string | undefined, wish: string) {
  if (creationKey === undefined) return null
  const isIt = and(eq(webhookEndpoints.userId, id), eq(webhookEndpoints.creationKey, creationKey))
  const [found] = await tx.select().from(webhookEndpoints).where(isIt)
  if (!found) return null
  if (found.endedAt || wishOf(found) !== wish) throw keyReused('webhook')
  return found
}

const wishOf = ({ url, types, eventId }: { url: string; types: string[]; eventId?: number | null }) =>
  JSON.stringify([url, types, eventId ?? null])

export async function makeWebhook(
  deps: Deps,
  user: SessionUser,
  body: NewWebhook,
  creationKey?: string,
): Promise<Webhook & { secret: string }> {
  const { host, href } = requireAddress(deps, body.url)
  await deps.limits.take('webhookActs', user.id)
  const { types, eventId } = body
  const made = await deps.db.transaction(async (tx) => {
    await lockCaller(tx, user)
    const before = await findMade(tx, user, creationKey, wishOf({ url: href, types, eventId }))
    if (before) return before
    if (eventId !== undefined) requireMay(user, 'event.manage', await findEventSubject(tx, eventId))
    if ((await tx.$count(webhookEndpoints, isLiveOf(user.id))) >= MOST_WEBHOOKS) throw new AppError('too_many_webhooks')
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ userId: user.id, eventId, url: href, types, creationKey, createdAt: deps.clock() })
      .returning()
    await deps.mails.add(tx, {
      kind: 'security-notice',
      userId: user.id,
      payload: { change: 'webhook-made', name: host },
      dedupeKey: `webhook ${row!.id}`,
    })
    return row!
  })
  deps.jobs.nudge()
  return { ...toWebhook(made), secret: secretOf(deps.secrets, made) }
}

export async function endWebhook({ db, clock }: Deps, user: SessionUser, webhookId: number): Promise<undefined> {
  const [ended] = await db
    .update(webhookEndpoints)
    .set({ endedAt: clock(), endedBy: 'owner' })
    .where(and(eq(webhookEndpoints.id, webhookId), isLiveOf(user.id)))
    .returning({ id: webhookEndpoints.id })
  if (!ended) throw new AppError('webhook_not_found')
}

export async function rotateSecret(deps: Deps, user: SessionUser, webhookId: number) {
  await deps.limits.take('webhookActs', user.id)
  const now = deps.clock()
  const [rotated] = await deps.db
    .update(webhookEndpoints)
    .set({ secretVersion: sql`${webhookEndpoints.secretVersion} + 1`, rotatedAt: now })
    .where(and(eq(webhookEndpoints.id, webhookId), isLiveOf(user.id)))
    .returning()
  if (!rotated) throw new AppError('webhook_not_found')
  return { secret: secretOf(deps.secrets, rotated), beforeUntil: rotationEnds(now).toISOString() }
}

/** To this webhook alone, whatever it was made for. */
export async function sendTest(deps: Deps, user: SessionUser, webhookId: number): Promise<{ id: string }> {
  await deps.limits.take('webhookActs', user.id)
  await getOwn(deps.db, user.id, webhookId)
  const now = deps.clock()
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    with numbered as materialized (select nextval('webhook_messages_sequence_seq') as sequence), written as (
      insert into webhook_messages (sequence, type, body, at)
      select sequence, 'webhook.test', json_build_object('type', 'webhook.test', 'timestamp', webhook_time(${now}),
        'sequence', sequence, 'data', json_build_object('webhookId', ${webhookId}::int))::text, ${now} from numbered
      returning id
    ), addressed as (
      insert into webhook_deliveries (sequence, endpoint_id, next_at) select sequence, ${webhookId}, ${now} from numbered
    )
    select id from written`)
  deps.jobs.nudge()
  return { id: rows[0]!.id }
}

/** Due at once, with all attempts before it. */
export async function replay(deps: Deps, user: SessionUser, webhookId: number, wanted: Replay) {
  await deps.limits.take('webhookActs', user.id)
  const { db, clock } = deps
  await getOwn(db, user.id, webhookId)
  const chosen =
    wanted.id === undefined
      ? // The log says milliseconds, and its times mean the same message here.
        sql`m.at >= ${wanted.from} ${wanted.to ? sql`and date_trunc('milliseconds', m.at) <= ${wanted.to}` : sql``}`
      : sql`m.id = ${wanted.id}`
  const { rows } = await db.execute<{ at: string }>(sql`
    with chosen as (
      select d.sequence, m.at from webhook_deliveries d join webhook_messages m on m.sequence = d.sequence
      where d.endpoint_id = ${webhookId} and ${chosen} order by d.sequence limit ${MOST_REPLAYED}
    ), again as (
      update webhook_deliveries d set state = 'waiting', attempts = 0, next_at = ${clock()} from chosen
      where d.endpoint_id = ${webhookId} and d.sequence = chosen.sequence
    )
    select at from chosen order by sequence`)
  if (wanted.id !== undefined && rows.length === 0) throw new AppError('delivery_not_found')
  deps.jobs.nudge()
  const last = rows.at(-1)?.at
  return { count: rows.length, isAll: rows.length < MOST_REPLAYED, last: last ? new Date(last).toISOString() : null }
}

const AT_ONCE = 1_000

/** In portions, so that no transaction is long. */
async function removeInPortions(db: Db, remove: (limit: number) => ReturnType<typeof sql>) {
  while (((await db.execute(remove(AT_ONCE))).rowCount ?? 0) === AT_ONCE);
}

/** Messages and their log, and webhooks that have ended. */
export async function forgetOldWebhooks({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock().getTime() - WEBHOOK_KEPT_DAYS * DAY)
  await removeInPortions(
    db,
    (limit) => sql`
    delete from ${webhookMessages} where sequence = any (array(
      select sequence from webhook_messages where at < ${before} order by sequence limit ${limit}))`,
  )
  // Nobody delivers these any more.
  await removeInPortions(
    db,
    (limit) => sql`
    delete from ${webhookDeliveries} d using (
      select w.sequence, w.endpoint_id from webhook_endpoints e join webhook_deliveries w on w.endpoint_id = e.id
      where e.ended_at is not null and w.state = 'waiting' limit ${limit}) as dropped
    where d.sequence = dropped.sequence and d.endpoint_id = dropped.endpoint_id`,
  )
  await db.delete(webhookEndpoints).where(sql`${webhookEndpoints.endedAt} < ${before}`)
}
