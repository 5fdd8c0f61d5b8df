// Files as the other systems write them, made from the columns that they document.
import { ZipFile } from 'yazl'
import { describe, expect, test } from 'vitest'
import type { ImportRow, ImportSource } from '../../../contract/imports.ts'
import { zipEntry } from '../../lib/zip-entry.ts'
import { findColumns, findSource, toRows } from './columns.ts'
import { leftOut } from './import-words.ts'
import { readTable, UnreadableFile } from './read-file.ts'

const read = async (content: string | Uint8Array) => {
  const table = await readTable(new Blob([content as Uint8Array<ArrayBuffer>]))
  const source = findSource(table)
  return { source, rows: toRows(table, findColumns(table, source)) }
}

const lines = (...rows: string[]) => rows.join('\r\n')

async function zipped(files: Record<string, Buffer>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}

/** A workbook with one sheet, its texts inside of the cells. */
async function workbook(rows: string[][]): Promise<Uint8Array> {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = (text: string, column: number, row: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const sheet = rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, at) => cell(text, at, row)).join('')}</row>`)
    .join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Attendees" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  }
  return zipped(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))
}

interface System {
  source: ImportSource
  /** As they are in an English and in a German file; Luma and Meetup have one form. */
  heads: string[]
  cells: string[][]
  rows: ImportRow[]
}

// Made from the columns that each of them documents.
const SYSTEMS: System[] = [
  {
    source: 'eventbrite',
    heads: [
      'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Order Type,Currency,Total Paid,Attendee Status,Barcode #,Dietary needs?',
      'Bestellnummer,Bestelldatum,Vorname,Nachname,E-Mail,Anzahl,Ticketart,Teilnehmernummer,Bestellart,Währung,Betrag,Teilnehmerstatus,Barcode-Nr.,Allergien?',
    ],
    cells: [
      '8148473,2026-05-01,Aoife,Müller,aoife@example.org,1,General,1126137001,Free Order,EUR,0.00,Attending,="0814847311126137001",None'.split(
        ',',
      ),
      '8148474,2026-05-02,Ben,Byrne,ben@example.org,1,General,1126137002,Free Order,EUR,0.00,Refunded,="0814847311126137002",'.split(
        ',',
      ),
    ],
    rows: [
      {
        ref: '1126137001',
        name: 'Aoife Müller',
        email: 'aoife@example.org',
        code: '0814847311126137001',
        status: 'Attending',
      },
      {
        ref: '1126137002',
        name: 'Ben Byrne',
        email: 'ben@example.org',
        code: '0814847311126137002',
        status: 'Refunded',
      },
    ],
  },
  {
    source: 'luma',
    heads: [
      'api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,currency,ticket_name',
      'guest_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,currency,ticket_name',
    ],
    cells: [
      'gst-1,Aoife Müller,Aoife,Müller,aoife@example.org,,2026-05-01T10:00:00Z,approved,,,https://lu.ma/check-in/evt-1?pk=g-AbCdEf,0,eur,Standard'.split(
        ',',
      ),
    ],
    rows: [
      {
        ref: 'gst-1',
        name: 'Aoife Müller',
        email: 'aoife@example.org',
        code: 'https://lu.ma/check-in/evt-1?pk=g-AbCdEf',
        status: 'approved',
      },
    ],
  },
  {
    // A member and those who come along; no addresses.
    source: 'meetup',
    heads: ['Name,User ID,Title,Event Host,RSVP,Guests,RSVPed on,Joined Group on,URL of Member Profile'],
    cells: [
      'Aoife Müller,8811,Member,No,Yes,6,2026-05-01,2020-01-01,https://www.meetup.com/members/8811'.split(','),
      'Ben,8812,,No,No,0,2026-05-01,2020-01-01,https://www.meetup.com/members/8812'.split(','),
    ],
    rows: [
      { ref: '8811', name: 'Aoife Müller', status: 'Yes', seats: 7 },
      { ref: '8812', name: 'Ben', status: 'No' },
    ],
  },
  {
    source: 'pretix',
    heads: [
      'Event slug,Order code,Position ID,Status,Email,Order date,Product,Attendee name,Attendee email,Pseudonymization ID,Ticket secret',
      'Event,Bestellnummer,Positions-ID,Status,E-Mail,Bestelldatum,Produkt,Teilnehmername,Teilnehmer-E-Mail,Pseudonymisierungs-ID,Ticket-Geheimnis',
    ],
    cells: [
      'ball,A9FFB,1,paid,buyer@example.org,2026-05-01,Ticket,Jürgen Müller,j@example.org,XYZ,k2vsn5xbhxq3cbgp'.split(
        ',',
      ),
    ],
    rows: [{ ref: 'A9FFB-1', name: 'Jürgen Müller', email: 'j@example.org', code: 'k2vsn5xbhxq3cbgp', status: 'paid' }],
  },
  {
    source: 'hi-events',
    heads: [
      'ID,First Name,Last Name,Email,Status,Check Ins,Product Name,Public ID,Short ID',
      'ID,Vorname,Nachname,E-Mail,Status,Check-ins,Produktname,Öffentliche ID,Kurz-ID',
    ],
    cells: ['17,Aoife,Müller,aoife@example.org,ACTIVE,,Ticket,A-7F3K2M9,a_x1'.split(',')],
    rows: [{ ref: '17', name: 'Aoife Müller', email: 'aoife@example.org', code: 'A-7F3K2M9', status: 'ACTIVE' }],
  },
  {
    source: 'ticket-tailor',
    heads: [
      'Order ID,Order date,Name,First Name,Last Name,Email,Event name,Ticket reference,Order cancelled,Payment method',
      'Bestell-ID,Bestelldatum,Name,Vorname,Nachname,E-Mail,Veranstaltung,Ticketreferenz,Bestellung storniert,Zahlungsart',
    ],
    cells: [
      'or_1,2026-05-01,Aoife Müller,Aoife,Müller,aoife@example.org,Ball,8Xk2Pq,No,None'.split(','),
      'or_2,2026-05-01,Ben Byrne,Ben,Byrne,ben@example.org,Ball,8Xk2Pr,Yes,None'.split(','),
    ],
    rows: [
      { ref: '8Xk2Pq', name: 'Aoife Müller', email: 'aoife@example.org', code: '8Xk2Pq' },
      { ref: '8Xk2Pr', name: 'Ben Byrne', email: 'ben@example.org', code: '8Xk2Pr', status: 'Cancelled' },
    ],
  },
]

const ENCODINGS: Record<string, (text: string) => Uint8Array> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 with its mark': (text) => new TextEncoder().encode(`\uFEFF${text}`),
  'UTF-16, little end first': (text) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')),
  'UTF-16, big end first': (text) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
  'Windows-1252': (text) => new Uint8Array(Buffer.from(text, 'latin1')),
}

const SEPARATORS: Record<string, (rows: string[][]) => string> = {
  commas: (rows) => lines(...rows.map((row) => row.join(','))),
  semicolons: (rows) => lines(...rows.map((row) => row.join(';'))),
  tabs: (rows) => rows.map((row) => row.join('\t')).join('\n'),
  'Excel’s first line': (rows) => lines('sep=|', ...rows.map((row) => row.join('|'))),
}

describe('each system by its headings, English and German', () => {
  test.each(SYSTEMS)('$source: in every encoding, with every separator and as a workbook', async (system) => {
    for (const heads of system.heads) {
      const cells = [heads.split(','), ...system.cells]
      const expected = { source: system.source, rows: system.rows }
      for (const [separator, join] of Object.entries(SEPARATORS))
        for (const [encoding, encode] of Object.entries(ENCODINGS))
          expect(await read(encode(join(cells))), `${heads} ${separator} ${encoding}`).toEqual(expected)
      const unquoted = cells.map((row) => row.map((cell) => cell.replace(/^="(.*)"$/, '$1')))
      expect(await read(await workbook(unquoted)), heads).toEqual(expected)
    }
  })

  test('any other file by what is in its cells', async () => {
    const { source, rows } = await read(
      lines('Wer,Wo', 'Aoife Kelly,aoife@example.org', 'Tom Ó Briain,tom@example.org'),
    )
    expect([source, rows[1]]).toEqual(['other', { name: 'Tom Ó Briain', email: 'tom@example.org' }])
  })
})

describe('whatever a spreadsheet has done to it', () => {
  test('what cannot be read is said so', async () => {
    await expect(read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toBeInstanceOf(UnreadableFile)
    await expect(read(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]))).rejects.toBeInstanceOf(UnreadableFile)
    await expect(read('Name,Email')).rejects.toBeInstanceOf(UnreadableFile)
    // A few kilobytes that would become 30 MB.
    const bomb = await zipped({ 'guests.csv': Buffer.from(`Name\r\n${'x'.repeat(30_000_000)}`) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await zipEntry(new Blob([bomb as Uint8Array<ArrayBuffer>]), ['guests.csv'], 20_000_000)).toBeNull()
    await expect(read(bomb)).rejects.toBeInstanceOf(UnreadableFile)
  })

  test('rows that are left out are named as a spreadsheet counts them, empty rows among them', async () => {
    const { numbers } = await readTable(new Blob([lines('Name,Email', 'Aoife,', ',,', '', 'Ben,', ',c@example.org')]))
    expect(leftOut(['new', 'no-name', 'no-name'], numbers)).toEqual([
      { state: 'no-name', text: '2 rows: without a name (rows 5, 6)' },
    ])
  })
})
