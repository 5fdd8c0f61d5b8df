// Reads the file that another system has exported, on the person's own device: CSV in whatever encoding and with whatever
// separator, tab-separated text, a workbook of Excel, or the ZIP file of an event that was exported from here.
import Papa from 'papaparse'
import { isZip, zipEntry } from '../../lib/zip-entry.ts'
import * as words from './dialog-words.tsx'

export interface Table {
  heads: string[]
  rows: string[][]
  /** Which row of the spreadsheet each of them is: the headings are row 1, and empty rows count too. */
  numbers: number[]
}

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

// Far more than 5,000 guests with their answers need.
const MOST_BYTES = 20 * 1_024 * 1_024

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)

const isOldWorkbook = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** UTF-16 says so at its beginning; what is not UTF-8 is what Excel writes in western Europe. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Excel's first line that names the separator, and its ="00123" for a number that is to stay as it is. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i
const KEPT_AS_TEXT = /^="(.*)"$/s

function readText(text: string): string[][] {
  const [line = '', delimiter] = SEPARATOR_LINE.exec(text) ?? []
  const { data } = Papa.parse<string[]>(text.slice(line.length), { delimiter })
  return data.map((row) => row.map((cell) => cell.replace(KEPT_AS_TEXT, '$1').trim()))
}

const cellText = (cell: unknown) =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString() : String(cell)

async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/browser')
  const rows = await readSheet(new Blob([bytes as Uint8Array<ArrayBuffer>]))
  return rows.map((row) => row.map((cell) => cellText(cell).trim()))
}

export async function readTable(chosen: Blob): Promise<Table> {
  // A workbook is a ZIP file too, without this one.
  const own = (await isZip(chosen)) ? await zipEntry(chosen, ['guests.csv'], MOST_BYTES) : null
  const file = own ?? chosen
  if (file.size > MOST_BYTES) throw new UnreadableFile(words.fileTooLarge)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isOldWorkbook(bytes)) throw new UnreadableFile(words.oldExcelFile)
  const cells = (await isZip(file))
    ? await readWorkbook(bytes).catch(() => {
        throw new UnreadableFile(words.unreadableFile)
      })
    : readText(decode(bytes))
  const [first, ...filled] = cells.map((row, at) => ({ row, number: at + 1 })).filter(({ row }) => row.some(Boolean))
  if (!first || filled.length === 0) throw new UnreadableFile(words.noRowsInFile)
  return { heads: first.row, rows: filled.map(({ row }) => row), numbers: filled.map(({ number }) => number) }
}
