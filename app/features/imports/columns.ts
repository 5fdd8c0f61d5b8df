// Which column of a file is what: by the headings of the systems that people come from, in English and German, and
// otherwise by what is in the cells. Whatever is found is shown, and can be changed.
import type { ImportRow, ImportSource } from '../../../contract/imports.ts'
import { IMPORT } from '../../../contract/limits.ts'
import type { Table } from './read-file.ts'

/** Where each field is: the number of its column; null: nowhere. */
export interface Columns {
  name: number | null
  firstName: number | null
  lastName: number | null
  email: number | null
  seats: number | null
  /** People who come along and are not counted in the row itself. */
  friends: number | null
  code: number | null
  status: number | null
  /** Yes: it was cancelled there. */
  isCancelled: number | null
  /** What the other system calls the row: together, where it takes two columns. */
  ref: number | null
  refPart: number | null
}

export type Field = keyof Columns

type Headings = Partial<Record<Field, string[]>>

interface Preset {
  /** All columns of one of these lists are there. */
  knownBy: string[][]
  headings: Headings
}

const EVERYWHERE: Headings = {
  name: [
    'name',
    'full name',
    'attendee name',
    'guest',
    'guest name',
    'teilnehmer',
    'teilnehmername',
    'gast',
    'gastname',
  ],
  firstName: ['first name', 'firstname', 'given name', 'vorname', 'first_name'],
  lastName: ['last name', 'lastname', 'surname', 'family name', 'nachname', 'familienname', 'last_name'],
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'e-mail-adresse', 'mail', 'attendee email'],
  seats: ['quantity', 'tickets', 'seats', 'places', 'anzahl', 'menge', 'plätze', 'number of tickets'],
  friends: ['guests', 'gäste', 'plus'],
  code: ['code', 'barcode', 'qr code', 'ticket code', 'ticketcode', 'ticket number', 'ticketnummer'],
  status: ['status', 'attendee status', 'order status', 'rsvp', 'zusage'],
  ref: ['id', 'ticket id', 'attendee id', 'guest id'],
}

const PRESETS: Record<Exclude<ImportSource, 'other'>, Preset> = {
  hooley: {
    knownBy: [['hooley booking']],
    headings: { name: ['name'], email: ['email'], seats: ['tickets'], code: ['code'], ref: ['hooley booking'] },
  },
  eventbrite: {
    knownBy: [
      ['order #', 'attendee #'],
      ['order #', 'barcode #'],
      ['order #', 'ticket type', 'attendee status'],
      ['bestellnr.', 'teilnehmernr.'],
      ['bestellnummer', 'barcode-nr.'],
      ['bestellung #', 'teilnehmer #'],
      ['bestellnummer', 'teilnehmernummer'],
    ],
    headings: {
      firstName: ['first name', 'vorname'],
      lastName: ['last name', 'nachname'],
      email: ['email', 'e-mail', 'e-mail-adresse'],
      seats: ['quantity', 'anzahl', 'menge'],
      code: ['barcode #', 'barcode', 'barcode-nr.', 'barcodenummer'],
      status: ['attendee status', 'teilnehmerstatus', 'status'],
      ref: [
        'attendee #',
        'teilnehmernr.',
        'teilnehmer #',
        'teilnehmernummer',
        'barcode #',
        'barcode-nr.',
        'order #',
        'bestellnr.',
      ],
    },
  },
  luma: {
    knownBy: [
      ['approval_status', 'qr_code_url'],
      ['api_id', 'approval_status'],
      ['guest_id', 'approval_status'],
    ],
    headings: {
      name: ['name'],
      firstName: ['first_name'],
      lastName: ['last_name'],
      email: ['email'],
      code: ['qr_code_url'],
      status: ['approval_status'],
      ref: ['api_id', 'guest_id'],
    },
  },
  meetup: {
    knownBy: [
      ['name', 'user id', 'rsvp'],
      ['name', 'rsvp', 'url of member profile'],
      ['name', 'rsvp', 'guests'],
    ],
    headings: { name: ['name'], friends: ['guests'], status: ['rsvp'], ref: ['user id'] },
  },
  pretix: {
    knownBy: [
      ['order code', 'position id'],
      ['pseudonymization id'],
      ['ticket secret'],
      ['bestellnummer', 'positions-id'],
      ['pseudonymisierungs-id'],
      ['ticket-geheimnis'],
      ['bestell-code', 'produkt'],
    ],
    headings: {
      name: [
        'attendee name',
        'teilnehmername',
        'name des teilnehmers',
        'teilnehmer-name',
        'name der teilnehmenden person',
        'invoice address name',
      ],
      firstName: ['attendee name: given name', 'teilnehmername: vorname'],
      lastName: ['attendee name: family name', 'teilnehmername: nachname'],
      email: [
        'attendee email',
        'teilnehmer-e-mail',
        'e-mail des teilnehmers',
        'e-mail der teilnehmenden person',
        'email',
        'e-mail',
      ],
      code: ['ticket secret', 'ticket-geheimnis', 'ticket-secret', 'ticketcode', 'ticket-code'],
      status: ['status'],
      ref: ['order code', 'bestellnummer', 'bestell-code'],
      refPart: ['position id', 'positions-id', 'position'],
    },
  },
  'hi-events': {
    knownBy: [
      ['public id', 'short id'],
      ['öffentliche id', 'kurz-id'],
      ['öffentliche id', 'produktname'],
      ['public id', 'product name'],
    ],
    headings: {
      firstName: ['first name', 'vorname'],
      lastName: ['last name', 'nachname'],
      email: ['email', 'e-mail'],
      code: ['public id', 'öffentliche id'],
      status: ['status'],
      ref: ['id'],
    },
  },
  'ticket-tailor': {
    knownBy: [['ticket reference'], ['order id', 'order cancelled'], ['order id', 'event start'], ['ticketreferenz']],
    headings: {
      name: ['name', 'attendee name'],
      firstName: ['first name', 'vorname'],
      lastName: ['last name', 'nachname'],
      email: ['email', 'e-mail'],
      code: ['ticket reference', 'ticketreferenz'],
      status: ['order status', 'bestellstatus'],
      isCancelled: ['order cancelled', 'bestellung storniert'],
      ref: ['ticket reference', 'ticketreferenz', 'order id'],
    },
  },
}

const NONE: Columns = {
  name: null,
  firstName: null,
  lastName: null,
  email: null,
  seats: null,
  friends: null,

  code: null,
  status: null,
  isCancelled: null,
  ref: null,
  refPart: null,
}

/** 'Ticket-Code', 'ticket_code' and 'Ticket code' are one heading. */
const plain = (heading: string) =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')
    .trim()

export function findSource({ heads }: Table): ImportSource {
  const all = new Set(heads.map(plain))
  const isKnown = ({ knownBy }: Preset) => knownBy.some((some) => some.every((heading) => all.has(plain(heading))))
  const [source] = Object.entries(PRESETS).find(([, preset]) => isKnown(preset)) ?? ['other']
  return source as ImportSource
}

function byHeadings({ heads }: Table, headings: Headings): Partial<Columns> {
  const all = heads.map(plain)
  const found = Object.entries(headings).map(([field, names]) => {
    const at = names.map((name) => all.indexOf(plain(name))).find((index) => index >= 0)
    return [field, at ?? null]
  })
  return Object.fromEntries(found) as Partial<Columns>
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PERSON = /^\p{L}[\p{L}.'’-]*( \p{L}[\p{L}.'’-]*)+$/u

/** The column most of whose filled cells look like this. */
function byContent({ heads, rows }: Table, pattern: RegExp): number | null {
  const some = rows.slice(0, 50)
  const at = heads.findIndex((_, column) => {
    const cells = some.flatMap((row) => row[column] || [])
    return cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length > cells.length / 2
  })
  return at < 0 ? null : at
}

export function findColumns(table: Table, source: ImportSource): Columns {
  const known = source === 'other' ? EVERYWHERE : PRESETS[source].headings
  const found: Columns = { ...NONE, ...byHeadings(table, known) }
  const hasName = found.name !== null || found.firstName !== null || found.lastName !== null
  return {
    ...found,
    // Meetup has no addresses, and a comment may hold one.
    email: found.email ?? (source === 'meetup' ? null : byContent(table, ADDRESS)),
    name: hasName ? found.name : byContent(table, PERSON),
  }
}

const YES = /^(yes|ja|y|true|1)$/i

/** What is sent: nothing but these columns leaves the device. */
export function toRows({ rows }: Table, columns: Columns): ImportRow[] {
  return rows.map((row) => {
    const cell = (field: Field) => {
      const at = columns[field]
      // An apostrophe before a sign keeps a spreadsheet from calculating: our own files have it too.
      return at === null ? '' : (row[at] ?? '').replace(/^'(?=[=+\-@])/, '').slice(0, IMPORT.cell)
    }
    const number = (field: Field, otherwise: number) => {
      const digits = /^\d{1,4}(?:[.,]0+)?$/.test(cell(field)) ? Number.parseInt(cell(field), 10) : otherwise
      return Math.min(digits, IMPORT.seats)
    }
    const seats = Math.min(IMPORT.seats, number('seats', 1) + number('friends', 0))
    const fields = {
      ref: [cell('ref'), cell('refPart')].filter(Boolean).join('-').slice(0, IMPORT.cell),
      name: cell('name') || `${cell('firstName')} ${cell('lastName')}`.trim(),
      email: cell('email'),
      code: cell('code'),
      status: YES.test(cell('isCancelled')) ? 'Cancelled' : cell('status'),
    }
    const filled = Object.entries(fields).filter(([, value]) => value !== '')
    return { ...Object.fromEntries(filled), ...(seats !== 1 && { seats }) }
  })
}
