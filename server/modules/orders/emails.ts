import { eq } from 'drizzle-orm'
import { moneyText } from '../../../contract/money.ts'
import type { RefundCause } from '../../../contract/order-words.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { orders, refunds } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/users.ts'
import { greeting, say, titleWords } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { referenceOf } from '../../payments/ticket-payments.ts'

async function findOrder(db: Db, orderId: number) {
  const [row] = await db
    .select({
      order: orders,
      language: events.language,
      email: users.email,
      firstName: users.firstName,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(eq(orders.id, orderId))
  return row ?? null
}

const buttonTo = (publicUrl: string, orderId: number) =>
  ({ kind: 'button', label: 'See your order', url: `${publicUrl}/orders/${orderId}` }) as const

/** The refund itself is emailed once it is done. */
export const paidTooLateMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const found = await findOrder(db, Number(payload.orderId))
    if (!found) return null
    const { order, language } = found
    const text =
      'Your payment reached us when the places you ordered were no longer available. You have no ticket, and we are paying everything back to the card you used.'
    return {
      to: found,
      subject: say`Your payment is going back: ${titleWords({ ...order, language }, 'an event')}`,
      preview: text,
      heading: 'Your payment is going back',
      blocks: [
        greeting(found, text),
        {
          kind: 'facts',
          rows: [
            ['Event', titleWords({ ...order, language }, 'an event')],
            ['Amount', moneyText(order.total, order.currency)],
            ['Order', referenceOf(order)],
          ],
        },
        buttonTo(publicUrl, order.id),
      ],
    }
  }

const BECAUSE: Record<RefundCause, string> = {
  'given-back': 'You gave places back.',
  'taken-back': 'The organiser cancelled your booking.',
  cancelled: 'The event has been cancelled.',
  'too-late': 'You paid when the places were no longer available.',
  'called-off': 'The event no longer takes place as it was.',
  twice: 'Your order had been paid already.',
  wrong: 'Another amount was paid than was asked for.',
}

export const refundedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload }) => {
    const [refund] = await db
      .select()
      .from(refunds)
      .where(eq(refunds.id, Number(payload.refundId)))
    const found = refund && (await findOrder(db, refund.orderId))
    if (!found) return null
    const { order, language } = found
    const amount = moneyText(refund.amount, refund.currency)
    const how =
      payload.from === 'bank' ? 'has been paid back to you by transfer' : 'is on its way back to the card you used'
    const text = `${BECAUSE[refund.cause]} ${amount} ${how}. Banks take a few days to show it.`
    return {
      to: found,
      subject: say`Refund of ${amount}: ${titleWords({ ...order, language }, 'an event')}`,
      preview: text,
      heading: 'Your money is on its way back',
      blocks: [
        greeting(found, text),
        {
          kind: 'facts',
          rows: [
            ['Event', titleWords({ ...order, language }, 'an event')],
            ['Amount', amount],
            ['Order', referenceOf(order)],
          ],
        },
        buttonTo(publicUrl, order.id),
      ],
    }
  }

/** To whose event it was, and to administrators. */
export const refundFailedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload, userId }) => {
    const [refund] = await db
      .select()
      .from(refunds)
      .where(eq(refunds.id, Number(payload.refundId)))
    const found = refund && (await findOrder(db, refund.orderId))
    const [reader] = await db
      .select({
        email: users.email,
        firstName: users.firstName,
        emailConfirmedAt: users.emailConfirmedAt,
        role: users.role,
      })
      .from(users)
      .where(eq(users.id, userId ?? 0))
    if (!found || !reader) return null
    const { order, language } = found
    const amount = moneyText(refund.amount, refund.currency)
    const isAdministrator = reader.role === 'administrator'
    const text = `${amount} could not be paid back to a guest’s card. They are still owed it.`
    const todo = isAdministrator
      ? 'Look at the payment at your card provider: pay it back there, or by transfer.'
      : 'The administrators of this site have been told too, because card payments go through them. You don’t need to pay anything back yourself.'
    return {
      to: reader,
      subject: say`A refund failed: ${titleWords({ ...order, language }, 'an event')}`,
      preview: text,
      heading: 'A refund failed',
      blocks: [
        greeting(reader, text),
        {
          kind: 'facts',
          rows: [
            ['Event', titleWords({ ...order, language }, 'an event')],
            ['Amount', amount],
            ['Order', referenceOf(order)],
          ],
        },
        { kind: 'text', text: todo },
        isAdministrator
          ? { kind: 'button', label: 'See what is open', url: `${publicUrl}/moderation/money` }
          : { kind: 'button', label: 'See the orders', url: `${publicUrl}/events/${order.eventId}/manage` },
      ],
    }
  }
