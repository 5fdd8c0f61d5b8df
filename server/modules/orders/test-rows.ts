import { orders, payments, receiptCounters, receipts, refunds } from '../../db/schema/orders.ts'
import { expected, members } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'
import type { Scene } from '../../test-support/matrix-row.ts'

const PRICE = { unitPrice: 1_200, vatRate: null, payBy: ['card' as const], refundDays: 7, transferTo: null }
const WISH = { numberOfTickets: 2, payBy: 'card' as const, total: 2_400, currency: 'GBP' }
const ofEvent = ({ eventId }: Scene) => ({ params: { eventId } })
const nobodys = () => ({ params: { orderId: 2_000_000_000 } })
const nobodysOfEvent = ({ eventId }: Scene) => ({ params: { eventId, orderId: 2_000_000_000 } })
const unknown = { request: nobodys, expected: members(404) }
const [ORDERS, MINE, PAGE] = ['/events/{eventId}/orders', '/orders', '/orders/{orderId}']
const small = { statements: 20, rows: 20, kB: 2 }

export const rows: ModuleRows = {
  matrix: {
    'GET /events/{eventId}/price': { request: ofEvent },
    'GET /price-options': { request: () => ({}) },
    // Nobody in the matrix's scene is an administrator.
    'GET /moderation/money': { request: () => ({}), expected: expected(401, 403, 403) },
    'POST /moderation/money/refunds/{refundId}': {
      request: () => ({ params: { refundId: 2_000_000_000 }, body: { from: 'bank' as const } }),
      expected: expected(401, 403, 403),
    },
    // Nothing is paid on the servers of these tests.
    'PUT /events/{eventId}/price': {
      request: (scene) => ({ ...ofEvent(scene), body: PRICE }),
      expected: expected(401, 403, 409),
    },
    [`POST ${ORDERS}`]: { request: (scene) => ({ ...ofEvent(scene), body: WISH }), expected: members(409) },
    [`GET ${ORDERS}`]: { request: ofEvent },
    [`GET ${ORDERS}.csv`]: { request: ofEvent },
    [`GET ${MINE}`]: { request: () => ({}) },
    [`GET ${PAGE}`]: unknown,
    [`DELETE ${PAGE}`]: unknown,
    [`POST ${PAGE}/checkout`]: { ...unknown, expected: members(409) },
    [`POST ${PAGE}/look`]: unknown,
    [`GET ${PAGE}/receipts`]: unknown,
    [`POST ${ORDERS}/{orderId}/paid`]: { request: nobodysOfEvent, expected: expected(401, 403, 404) },
    [`POST ${ORDERS}/{orderId}/refunded`]: { request: nobodysOfEvent, expected: expected(401, 403, 404) },
  },
  bounds: {
    'GET /events/{eventId}/price': small,
    'GET /price-options': small,
    'GET /moderation/money': { statements: 10, rows: 180, kB: 60 },
    'POST /moderation/money/refunds/{refundId}': small,
    'PUT /events/{eventId}/price': small,
    [`POST ${ORDERS}`]: { statements: 30, rows: 40, kB: 2 },
    [`GET ${ORDERS}.csv`]: { atOnce: 1_000 },
    [`GET ${ORDERS}`]: { statements: 10, rows: 120, kB: 60 },
    [`GET ${MINE}`]: { statements: 10, rows: 120, kB: 60 },
    [`GET ${PAGE}`]: small,
    [`DELETE ${PAGE}`]: small,
    [`POST ${PAGE}/checkout`]: small,
    [`POST ${PAGE}/look`]: small,
    [`GET ${PAGE}/receipts`]: small,
    [`POST ${ORDERS}/{orderId}/paid`]: small,
    [`POST ${ORDERS}/{orderId}/refunded`]: small,
  },
  shown: {
    'GET /events/{eventId}/price': ({ eventId }) => ({ url: `/api/events/${eventId}/price` }),
    'GET /price-options': 'nothing',
    'GET /moderation/money': 'own',
    [`GET ${ORDERS}`]: 'own',
    [`GET ${ORDERS}.csv`]: 'own',
    [`GET ${MINE}`]: 'own',
    [`GET ${PAGE}`]: 'own',
    [`GET ${PAGE}/receipts`]: 'own',
  },
  async mails({ db, write, guest, creator, eventId, title }) {
    const order = await orderOf(db, { eventId, userId: guest.id, sellerId: creator.id, title })
    const [refund] = await db
      .insert(refunds)
      .values({ orderId: order.id, amount: 1_200, currency: 'GBP', cause: 'given-back', startsAt: new Date() })
      .returning()
    await write('paid-too-late', guest, { payload: { orderId: order.id } })
    await write('refund-failed', creator, { payload: { refundId: refund!.id } })
    await write('refunded', guest, { payload: { refundId: refund!.id } })
  },
  async traces({ db, userId, eventId }) {
    const order = await orderOf(db, { eventId, userId, sellerId: userId, title: 'Fiddle Night' })
    const orderId = order.id
    const [payment] = await db
      .insert(payments)
      .values({ orderId, amount: 1_200, currency: 'GBP', expiresAt: new Date() })
      .returning()
    await db.insert(refunds).values({
      orderId,
      paymentId: payment!.id,
      amount: 1_200,
      currency: 'GBP',

      cause: 'given-back',
      startsAt: new Date(),
    })
    await db.insert(receiptCounters).values({ sellerId: userId, last: 1 })
    await db.insert(receipts).values({
      sellerId: userId,
      number: 1,
      orderId,
      name: 'Nora Byrne',
      sellerName: 'Orla',
      title: 'Fiddle Night',

      seats: 1,
      total: 1_200,
      vat: 0,
      currency: 'GBP',
      issuedAt: new Date(),
      keepUntil: new Date(),
    })
  },
}

type Db = Parameters<NonNullable<ModuleRows['traces']>>[0]['db']
type Whose = Pick<typeof orders.$inferInsert, 'eventId' | 'userId' | 'sellerId' | 'title'>

async function orderOf(db: Db, whose: Whose) {
  const [order] = await db
    .insert(orders)
    .values({
      ...whose,
      seats: 1,
      unitPrice: 1_200,
      total: 1_200,
      currency: 'GBP',
      payBy: 'card',
      state: 'expired',

      startsAt: new Date(),
      venue: 'The Cobblestone',
      holdUntil: new Date(),
      idempotencyKey: 'a-key-of-mine',
    })
    .returning()
  return order!
}
