import { api } from '../../../contract/api.ts'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { PAY_BY } from '../../../contract/order-words.ts'
import { requireSight } from '../../access/sight.ts'
import type { Deps } from '../../deps.ts'
import { Answer, download } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { findEvent, getEventFor } from '../events/queries.ts'
import { placeOrder } from './commands.ts'
import { paidTooLateMail, refundedMail, refundFailedMail } from './emails.ts'
import { installSignals } from './http.ts'
import { orderTables } from './personal-data.ts'
import { describePrice, isAvailable, setPrice } from './price.ts'
import { getOwnOrder, listEventOrders, listOwnOrders, listReceipts, sumOrders } from './queries.ts'
import { ordersCsv } from './orders-csv.ts'
import { markPaid, markRefunded } from './refunding.ts'
import { giveUp, lookAt, openCheckout } from './settling.ts'
import { orderJobs } from './sweeping.ts'
import { closeRefund, findTrouble } from './trouble.ts'

export { canBePaid, copyPrice } from './price.ts'
export { doorPosting, takeAtDoor } from './refunding.ts'

const PAGE = 50

const routes = (deps: Deps): Binding[] => [
  bind(api.orders.price, async ({ params, query }, user) => {
    const event = await findEvent(deps.db, params.eventId)
    await requireSight(deps.db, event, user, query.key)
    return describePrice(deps, event!)
  }),
  bind(api.orders.options, () => ({
    currency: deps.config.currency,
    ways: PAY_BY.filter((way) => isAvailable(deps, way)),
  })),
  bind(api.orders.setPrice, ({ params, body }, user) => setPrice(deps, user, params.eventId, body)),
  bind(api.orders.place, async ({ params, headers, body }, user) => {
    const wish = { ...body, idempotencyKey: headers['idempotency-key'] ?? null }
    const { order, isNew } = await placeOrder(deps, user, params.eventId, wish)
    return new Answer(order, { status: isNew ? 201 : 200 })
  }),
  bind(api.orders.list, ({ query }, user) => listOwnOrders(deps.db, user.id, query)),
  bind(api.orders.get, ({ params }, user) => getOwnOrder(deps.db, user.id, params.orderId)),
  bind(api.orders.checkout, async ({ params }, user) => {
    await deps.limits.take('orderLooks', user.id)
    return openCheckout(deps, user.id, params.orderId)
  }),
  bind(api.orders.look, async ({ params }, user) => {
    await deps.limits.take('orderLooks', user.id)
    await getOwnOrder(deps.db, user.id, params.orderId)
    await lookAt(deps, params.orderId)
    return getOwnOrder(deps.db, user.id, params.orderId)
  }),
  bind(api.orders.giveUp, async ({ params }, user) => {
    await getOwnOrder(deps.db, user.id, params.orderId)
    await giveUp(deps, params.orderId)
    return getOwnOrder(deps.db, user.id, params.orderId)
  }),
  bind(api.orders.listOfEvent, async ({ params, query }, user) => {
    const { id: eventId } = await getEventFor(deps.db, user, 'event.manage-guests', params.eventId)
    const { cursor, state, limit = PAGE } = query
    // One more than a page: it says that there is a next one.
    const found = await listEventOrders(deps.db, eventId, { cursor, state, limit: limit + 1 }, deps.clock())
    const orders = found.slice(0, limit)
    const next = found.length > limit ? (orders.at(-1)?.id ?? null) : null
    return { orders, next, sums: await sumOrders(deps.db, eventId) }
  }),
  bind(api.orders.csvOfEvent, async ({ params }, user) => {
    const { id } = await getEventFor(deps.db, user, 'event.manage-guests', params.eventId)
    return download(ordersCsv(deps.db, id, deps.clock()), `orders-${id}.csv`, 'text/csv; charset=utf-8')
  }),
  bind(api.orders.markPaid, ({ params }, user) => markPaid(deps, user, params.eventId, params.orderId)),
  bind(api.orders.markRefunded, ({ params }, user) => markRefunded(deps, user, params.eventId, params.orderId)),
  bind(api.orders.trouble, () => findTrouble(deps)),
  bind(api.orders.closeRefund, async ({ params, body }, user) => {
    await closeRefund(deps, user, params.refundId, body.from)
    return findTrouble(deps)
  }),
  bind(api.orders.receipts, ({ params }, user) => listReceipts(deps.db, user.id, params.orderId)),
]

export const orders: Module = {
  routes,
  http: installSignals,
  mails: ({ publicUrl }) => ({
    'paid-too-late': { render: paidTooLateMail(publicUrl), priority: PRIORITY.soon },
    'refund-failed': { render: refundFailedMail(publicUrl), priority: PRIORITY.soon },
    refunded: { render: refundedMail(publicUrl), priority: PRIORITY.normal },
  }),
  limits: { orderLooks: { points: 60, seconds: 60 } },
  jobs: orderJobs,
  schedule: { 'sweep-payments': 10 * MINUTE, 'forget-receipt-names': DAY },
  tables: orderTables,
}
