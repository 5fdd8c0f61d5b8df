// Who has booked, for spreadsheet programs.
import type { Readable } from 'node:stream'
import { spreadsheet, written } from '../../http/spreadsheet.ts'
import type { Purchase } from './queries.ts'

const COLUMNS = ['First name', 'Last name', 'Email', 'Tickets', 'Booked at']

const rowOf = (purchase: Purchase) => [
  written(purchase.firstName),
  written(purchase.lastName),
  purchase.email,
  purchase.numberOfTickets,
  purchase.createdAt.toISOString(),
]

export const purchasersCsv = (pages: AsyncIterable<Purchase[]>): Readable => spreadsheet(COLUMNS, pages, rowOf)
