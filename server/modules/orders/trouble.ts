// What should not be, for administrators to look at: the same three questions as the alarms (server/payments/money-metrics.ts),
// with the orders they are about; and how a refund that failed ends.
import { eq, sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { TROUBLE_SHOWN } from '../../../contract/limits.ts'
import type { PaidBackFrom } from '../../../contract/order-words.ts'
import type { MoneyTrouble } from '../../../contract/orders.ts'
import { writeHistory } from '../../access/history.ts'
import { refunds as refundTable } from '../../db/schema/orders.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { post } from '../../payments/money-entries.ts'
import { referenceOf } from '../../payments/ticket-payments.ts'
import { byHand, lockBoth } from './refunding.ts'

type Trouble = MoneyTrouble['refunds'][number]
type About = Omit<Trouble, 'reference' | 'language' | 'refundId' | 'cause' | 'state'> & {
  key: string
  language: string | null
}
type Unaccounted = About & Pick<MoneyTrouble['unaccounted'][number], 'state'>
type Refund = About & Pick<Trouble, 'refundId' | 'cause' | 'state'>
type Unbalanced = MoneyTrouble['unbalanced'][number]

const about = <Fields extends About>({ key, at, language, ...row }: Fields) => ({
  ...row,
  ...(language && { language }),
  reference: referenceOf({ key }),
  at: new Date(at).toISOString(),
})

/** Each looks at what an index has: what is open, and what came in lately. */
export async function findTrouble({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<MoneyTrouble> {
  const now = clock()
  const since = (days: number) => new Date(now.getTime() - days * DAY)
  const unaccounted = await db.execute<Unaccounted>(sql`
    select o.id as "orderId", o.key, o.event_id as "eventId", o.title, e.language, coalesce(p.received, p.amount) as amount, p.currency,
      p.ended_at as at, o.state
    from payments p join orders o on o.id = p.order_id join events e on e.id = o.event_id
    where p.state = 'paid' and p.ended_at > ${since(30)} and o.state <> 'paid'
      and not exists (select from refunds r where r.payment_id = p.id)
    order by p.ended_at limit ${TROUBLE_SHOWN}`)
  const refunds = await db.execute<Refund>(sql`
    select o.id as "orderId", o.key, o.event_id as "eventId", o.title, e.language, r.amount, r.currency, r.starts_at as at, r.cause, r.state,
      r.id as "refundId"
    from refunds r join orders o on o.id = r.order_id join events e on e.id = o.event_id
    where r.state in ('planned', 'started', 'pending', 'failed') and r.starts_at <= ${now} and r.payment_id is not null
    order by r.starts_at limit ${TROUBLE_SHOWN}`)
  const unbalanced = await db.execute<Unbalanced>(sql`
    select m.posting, min(m.order_id) as "orderId", sum(m.amount)::int as sum, min(m.currency) as currency
    from money_entries m where m.at > ${since(1)}
    group by m.posting having sum(m.amount) <> 0 order by m.posting limit ${TROUBLE_SHOWN}`)
  return {
    unaccounted: unaccounted.rows.map(about),
    refunds: refunds.rows.map(about),
    unbalanced: unbalanced.rows.map(({ posting, orderId, sum, currency }) => ({ posting, orderId, sum, currency })),
  }
}

/** The provider could not pay it back, so an administrator did. Noted twice, it is the same money. */
export async function closeRefund(deps: Deps, user: SessionUser, refundId: number, from: PaidBackFrom): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const both = await lockBoth(tx, refundId)
    if (both?.refund.state === 'done') return
    if (both?.refund.state !== 'failed') throw new AppError('refund_not_failed')
    const { order, refund } = both
    const at = deps.clock()
    await tx.update(refundTable).set({ state: 'done', endedAt: at }).where(eq(refundTable.id, refundId))
    const posting = { name: byHand(refund), orderId: order.id, currency: refund.currency, at }
    await post(tx, posting, { owed: refund.amount, [from]: -refund.amount })
    await writeHistory(tx, { eventId: order.eventId, userId: user.id, act: 'edited', at })
    await deps.mails.add(tx, { kind: 'refunded', userId: order.userId, payload: { refundId, from } })
  })
  deps.jobs.nudge()
}
