// What an event costs, and how it can be paid.
import { and, eq, gt, isNull } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { moneyText, toDecimal } from '../../../contract/money.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import type { PriceOfEvent } from '../../../contract/orders.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { ticketReturns } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { getEventFor } from '../events/queries.ts'
import { unitPriceOf } from './queries.ts'

/** What is not configured cannot be chosen. */
export const isAvailable = ({ config, payments }: Deps, way: PayBy) =>
  way === 'card' ? payments !== null : config.payments !== 'off'

type Priced = Pick<
  typeof events.$inferSelect,
  'id' | 'title' | 'creatorId' | 'sellingPrice' | 'payBy' | 'vatRate' | 'refundDays' | 'transferTo'
>

/** Ways that are not configured any more are left out: without any, nothing can be ordered. */
export async function describePrice(deps: Deps, event: Priced): Promise<PriceOfEvent> {
  const { firstName, lastName, publicName } = users
  const { currency } = deps.config
  const [seller] = await deps.db
    .select({ firstName, lastName, publicName })
    .from(users)
    .where(eq(users.id, event.creatorId))
  const payBy = event.payBy.filter((way) => isAvailable(deps, way))
  return {
    eventId: event.id,
    title: event.title,
    unitPrice: unitPriceOf(event, currency),
    currency,
    vatRate: event.vatRate,
    payBy,
    refundDays: event.refundDays,
    transferTo: payBy.includes('transfer') ? event.transferTo : null,
    seller: seller ? publicNameOf(seller) : '',
  }
}

export interface Pricing {
  unitPrice: number | null
  vatRate: number | null
  payBy: PayBy[]
  refundDays: number | null
  transferTo: string | null
}

/** Somebody may still take back what they gave back, on the terms on which they had it. */
const canBeUndone = async (tx: Tx, eventId: number, now: Date) => {
  const { undoneAt, releasedAt, undoUntil } = ticketReturns
  const isOpen = and(isNull(undoneAt), isNull(releasedAt), gt(undoUntil, now))
  return (await tx.$count(ticketReturns, and(eq(ticketReturns.eventId, eventId), isOpen))) > 0
}

/** Orders that exist keep the price and the terms that they were placed with. */
export async function setPrice(deps: Deps, user: SessionUser, eventId: number, price: Pricing): Promise<PriceOfEvent> {
  const { db, config, changes, clock, payments } = deps
  const { unitPrice, payBy } = price
  await requireNoBlockedLink(db, [price.transferTo])
  if (unitPrice !== null && config.payments === 'off') throw new AppError('payments_off')
  const isWhole = unitPrice === null || (payBy.length > 0 && payBy.every((way) => isAvailable(deps, way)))
  if (!isWhole || (payBy.includes('transfer') && !price.transferTo)) throw new AppError('price_invalid')
  const least = payBy.includes('card') ? (payments?.leastAmount(config.currency) ?? 1) : 1
  if (unitPrice !== null && unitPrice < least)
    throw new AppError('price_too_low', { values: { least: moneyText(least, config.currency) } })
  const decimal = unitPrice === null ? 0 : toDecimal(unitPrice, config.currency)
  const { event, invalidateLocally } = await db.transaction(async (tx) => {
    const present = await getEventFor(tx, user, 'event.edit', eventId, 'update')
    const { approval, confirm, roomSize, admission, seriesId, ballot } = present
    const isDrawn = ballot !== null && ballot !== 'cancelled'
    const isPlain = !approval && !confirm && !isDrawn && roomSize === null && admission === 'book' && seriesId === null
    if (unitPrice !== null && !isPlain) throw new AppError('not_for_paid')
    // Those who have booked for nothing would owe nothing, and those who have paid would have paid for nothing.
    const isOther = (unitPrice === null) !== (present.payBy.length === 0)
    const isTaken = present.ticketsSold + present.held > 0
    if (isOther && (isTaken || (await canBeUndone(tx, eventId, clock())))) throw new AppError('price_fixed')
    const [row] = await tx
      .update(events)
      .set({
        isFreeOfCharge: unitPrice === null,
        sellingPrice: decimal,
        // No saving is shown that nobody has set.
        anchorPrice: decimal,
        payBy: unitPrice === null ? [] : payBy,
        vatRate: price.vatRate,
        refundDays: price.refundDays,
        transferTo: payBy.includes('transfer') ? price.transferTo : null,
        version: present.version + 1,
        updatedAt: clock(),
      })
      .where(eq(events.id, eventId))
      .returning()
    if (!row) throw new AppError('event_not_found')
    await writeHistory(tx, { eventId, userId: user.id, act: 'edited', at: clock() })
    return { event: row, invalidateLocally: await changes.announce(tx, eventId, { isListed: row.status !== 'draft' }) }
  })
  invalidateLocally()
  return describePrice(deps, event)
}
