// What an event costs, and how it can be paid.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { moneyText, toDecimal } from '../../../contract/money.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import type { PriceOfEvent } from '../../../contract/orders.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { SeriesPrice } from '../../db/schema/series.ts'
import { ticketReturns } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { isPaid } from '../../ledger/ledger.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { getEventFor, markOwn, type EventRow } from '../events/queries.ts'
import { unitPriceOf } from './queries.ts'

/** What is not configured cannot be chosen. */
export const isAvailable = ({ config, payments }: Deps, way: PayBy) =>
  way === 'card' ? payments !== null : config.payments !== 'off'

type Priced = Pick<
  typeof events.$inferSelect,
  'id' | 'title' | 'language' | 'creatorId' | 'sellingPrice' | 'payBy' | 'vatRate' | 'refundDays' | 'transferTo'
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
    ...(event.language && { language: event.language }),
    unitPrice: unitPriceOf(event, currency),
    currency,
    vatRate: event.vatRate,
    payBy,
    refundDays: event.refundDays,
    transferTo: payBy.includes('transfer') ? event.transferTo : null,
    seller: seller ? publicNameOf(seller) : '',
  }
}

type Plain = Pick<EventRow, 'approval' | 'confirm' | 'roomSize' | 'admission' | 'ballot'>

export const canBePaid = ({ approval, confirm, roomSize, admission, ballot }: Plain) =>
  !approval && !confirm && roomSize === null && admission === 'book' && (ballot === null || ballot === 'cancelled')

/**
 * Which stay free, or paid: those who have booked for nothing would owe nothing, and those who have paid would have paid for
 * nothing. Somebody may still take back what they gave back, on the terms on which they had it.
 */
async function findFixed(tx: Tx, all: EventRow[], now: Date): Promise<Set<number>> {
  const { eventId, undoneAt, releasedAt, undoUntil } = ticketReturns
  const ids = all.map(({ id }) => id)
  const isOpen = and(isNull(undoneAt), isNull(releasedAt), gt(undoUntil, now))
  const open = await tx
    .selectDistinct({ id: eventId })
    .from(ticketReturns)
    .where(and(inArray(eventId, ids), isOpen))
  const taken = all.filter(({ ticketsSold, held }) => ticketsSold + held > 0)
  return new Set([...open, ...taken].map(({ id }) => id))
}

/** The price of one date of a series for others, whose rows are locked. Returns those that have it now. */
export async function copyPrice(tx: Tx, dates: EventRow[], price: SeriesPrice, now: Date): Promise<number[]> {
  const isToBePaid = isPaid(price)
  const others = dates.filter((date) => isPaid(date) !== isToBePaid)
  const fixed = others.length > 0 ? await findFixed(tx, others, now) : new Set()
  const taking = dates
    .filter((date) => (canBePaid(date) || !isToBePaid) && !(others.includes(date) && fixed.has(date.id)))
    .map(({ id }) => id)
  if (taking.length > 0)
    await tx
      .update(events)
      .set({ ...price, version: sql`${events.version} + 1`, updatedAt: now })
      .where(inArray(events.id, taking))
  return taking
}

export interface Pricing {
  unitPrice: number | null
  vatRate: number | null
  payBy: PayBy[]
  refundDays: number | null
  transferTo: string | null
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
    const isFree = unitPrice === null
    if (!isFree && !canBePaid(present)) throw new AppError('not_for_paid')
    if (isPaid(present) === isFree && (await findFixed(tx, [present], clock())).size > 0)
      throw new AppError('price_fixed')
    await markOwn(tx, present, 'price')
    const [row] = await tx
      .update(events)
      .set({
        isFreeOfCharge: isFree,
        sellingPrice: decimal,
        // No saving is shown that nobody has set.
        anchorPrice: decimal,
        payBy: isFree ? [] : payBy,
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
