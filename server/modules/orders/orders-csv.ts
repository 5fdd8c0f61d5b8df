// The orders of an event for spreadsheet programs.
import type { Readable } from 'node:stream'
import { toDecimal } from '../../../contract/money.ts'
import type { ManagedOrder } from '../../../contract/orders.ts'
import type { Db } from '../../db/client.ts'
import { spreadsheet, written, type Cell } from '../../http/spreadsheet.ts'
import { listEventOrders } from './queries.ts'

const COLUMNS = [
  'Order',
  'Ordered at',
  'Name',
  'Email',
  'Places',
  'Total',
  'VAT included',
  'Currency',
  'Pay by',
  'State',
  'Paid',
  'Refunded',
  'Still to pay',
  'To pay back by hand',
]

const AT_ONCE = 1_000

async function* readAll(db: Db, eventId: number, now: Date): AsyncGenerator<ManagedOrder[]> {
  let cursor: number | undefined
  for (;;) {
    const page = await listEventOrders(db, eventId, { cursor, limit: AT_ONCE }, now)
    yield page
    if (page.length < AT_ONCE) return
    cursor = page.at(-1)?.id
  }
}

function cellsOf(order: ManagedOrder): Cell[] {
  const { currency } = order
  const decimal = (minor: number) => toDecimal(minor, currency)
  return [
    order.reference,
    order.orderedAt,
    written(order.name),
    written(order.email),
    order.seats,
    decimal(order.total),
    decimal(order.vat),
    currency,
    order.payBy,
    order.state,
    decimal(order.paid),
    decimal(order.refunded),
    decimal(order.due),
    decimal(order.toPayBack),
  ]
}

export const ordersCsv = (db: Db, eventId: number, now: Date): Readable =>
  spreadsheet(COLUMNS, readAll(db, eventId, now), cellsOf)
