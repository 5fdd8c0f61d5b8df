// Who has booked, for spreadsheet programs.
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Purchase } from './queries.ts'

const COLUMNS = ['First name', 'Last name', 'Email', 'Tickets', 'Booked at']

// Where a comma is the decimal sign, Excel separates by semicolons, whatever is quoted: what follows one is a cell there.
const FORMULA_INSIDE = /([;|\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g
const named = (name: string) => name.replace(FORMULA_INSIDE, "$1'")

const rowOf = (purchase: Purchase) => [
  named(purchase.firstName),
  named(purchase.lastName),
  purchase.email,
  purchase.numberOfTickets,
  purchase.createdAt.toISOString(),
]

/** Read only as fast as it is taken, so that its size in memory does not depend on the number of rows. */
export function purchasersCsv(pages: AsyncIterable<Purchase[]>): Readable {
  async function* rows() {
    for await (const page of pages) for (const purchase of page) yield rowOf(purchase)
  }
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    // Excel takes a file without it for one in the machine's own encoding, and umlauts are lost.
    bom: true,
    // A name such as =HYPERLINK(…) is text, never something that runs on the creator's machine.
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const source = Readable.from(rows())
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}
