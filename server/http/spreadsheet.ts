// CSV for spreadsheet programs, read only as fast as it is taken: its size in memory does not depend on the number of rows.
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

export type Cell = string | number

// Where a comma is the decimal sign, Excel separates by semicolons, whatever is quoted: what follows one is a cell there.
const FORMULA_INSIDE = /([;|\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g

/** What people wrote, so that no part of it is taken for a formula. */
export const written = (text: string) => text.replace(FORMULA_INSIDE, "$1'")

export function spreadsheet<T>(columns: string[], pages: AsyncIterable<T[]>, rowOf: (item: T) => Cell[]): Readable {
  async function* rows() {
    for await (const page of pages) for (const item of page) yield rowOf(item)
  }
  const csv = stringify({
    header: true,
    columns,
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
