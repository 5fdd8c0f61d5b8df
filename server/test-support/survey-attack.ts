// What somebody could try who wants to know who wrote what in an anonymous survey, and has the database, its backups, the
// secret of the installation or what the API says.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { tableFile } from '../../scripts/backup-format.ts'
import type { Secrets } from '../access/secrets.ts'
import { hashToken } from '../http/session.ts'
import { ballotFor } from '../modules/surveys/ballots.ts'

export interface Truth {
  surveyId: number
  eventId: number
  /** In the order in which they answered. */
  ticketIds: number[]
  userIds: number[]
  texts: string[]
}

/** For each survey something in an order: guests by their tickets, or what was written. */
export type Orders = Map<number, (string | number)[]>

const COMPARABLE = [
  'integer',
  'bigint',
  'smallint',
  'text',
  'uuid',
  'bytea',
  'xid8',
  'timestamp with time zone',
  'date',
]

async function columnsOf(client: pg.Client) {
  const { rows } = await client.query<{ table: string; columns: string[] | null; names: string[] }>(
    `select table_name as table, array_agg(column_name::text) filter (where data_type = any($1)) as columns,
       array_agg(column_name::text) as names
     from information_schema.columns where table_schema = 'public' group by 1`,
    [COMPARABLE],
  )
  return rows.map(({ table, columns, names }) => ({
    table,
    columns: [...(columns ?? []).map((name) => `"${name}"`), 'xmin::text::bigint', 'xmax::text::bigint', 'ctid'],
    names,
  }))
}

interface Named {
  ticket: number | undefined
  survey: number | null | undefined
}

/** Nothing, unless all guests of all surveys are there: an order of some of them says less. */
export function ordersOf(truth: Truth[], rows: Named[]): Orders | null {
  const orders: Orders = new Map()
  for (const { surveyId, ticketIds } of truth) {
    const own = new Set(ticketIds)
    const order = rows.filter(({ ticket, survey }) => own.has(ticket!) && (survey ?? surveyId) === surveyId)
    const guests = [...new Set(order.map(({ ticket }) => ticket!))]
    if (guests.length < ticketIds.length) return null
    orders.set(surveyId, guests)
  }
  return orders
}

export const ticketsOfUsers = (truth: Truth[]) =>
  new Map(truth.flatMap(({ ticketIds, userIds }) => userIds.map((id, at) => [id, ticketIds[at]!])))

/** Guests in the order of every column of every table that names them. */
export async function guestOrders(client: pg.Client, truth: Truth[]): Promise<Map<string, Orders>> {
  const found = new Map<string, Orders>()
  const ticketOf = ticketsOfUsers(truth)
  for (const { table, columns, names } of await columnsOf(client)) {
    const key = names.includes('ticket_id')
      ? 'ticket_id'
      : names.includes('user_id')
        ? 'user_id'
        : { tickets: 'id', users: 'id' }[table]
    if (!key) continue
    const isTicket = key === 'ticket_id' || table === 'tickets'
    const surveyed = names.includes('survey_id') ? 'survey_id' : 'null::int'
    for (const column of columns) {
      const { rows } = await client.query<{ id: number; survey: number | null }>(
        `select "${key}" as id, ${surveyed} as survey from "${table}" order by ${column}`,
      )
      const named = rows.map(({ id, survey }) => ({ ticket: isTicket ? id : ticketOf.get(id), survey }))
      const orders = ordersOf(truth, named)
      if (orders) found.set(`${table}.${column}`, orders)
    }
  }
  return found
}

/** What was written in the order of every column of a table of sheets. */
export async function sheetOrders(client: pg.Client, truth: Truth[], table: string): Promise<Map<string, Orders>> {
  const columns = (await columnsOf(client)).find((one) => one.table === table)!.columns
  const found = new Map<string, Orders>()
  for (const column of columns) {
    const { rows } = await client.query<{ survey: number; text: string }>(
      `select survey_id as survey, answers->0->>0 as text from ${table} order by ${column}`,
    )
    const orderOf = ({ surveyId }: Truth) => rows.filter(({ survey }) => survey === surveyId).map(({ text }) => text)
    found.set(`${table}.${column}`, new Map(truth.map((one) => [one.surveyId, orderOf(one)])))
  }
  return found
}

/** The best of all guesses: the first guest wrote the first sheet, the second the second, or the other way round. */
export function attack(truth: Truth[], guests: Map<string, Orders>, sheets: Map<string, Orders>) {
  const wrote = new Map(truth.flatMap(({ texts, ticketIds }) => texts.map((text, at) => [text, ticketIds[at]])))
  let best = { right: -1, by: '' }
  for (const [guestKey, guestOrder] of guests)
    for (const [sheetKey, sheetOrder] of sheets)
      for (const isReversed of [false, true]) {
        let right = 0
        for (const { surveyId } of truth) {
          const order = sheetOrder.get(surveyId)!
          const guessed = isReversed ? order.toReversed() : order
          right += guestOrder.get(surveyId)!.filter((ticket, at) => wrote.get(String(guessed[at])) === ticket).length
        }
        if (right > best.right) best = { right, by: `${guestKey} with ${sheetKey}` }
      }
  return best
}

interface Line {
  survey_id?: number
  ticket_id?: number
  user_id?: number
  answers?: string[][]
}

/** The same of a backup, which has no transactions: in the order of its lines. */
export async function attackBackup(folder: string, truth: Truth[], sheetTable = 'survey_sheets') {
  const readLines = async (table: string) =>
    (await readFile(join(folder, tableFile(table)), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
  const ticketOf = ticketsOfUsers(truth)
  const guests = new Map<string, Orders>()
  for (const file of await readdir(folder)) {
    const [, table] = /^table-(.*)\.jsonl$/.exec(file) ?? []
    if (!table) continue
    const lines = await readLines(table)
    const named = lines.map((line) => ({
      ticket: line.ticket_id ?? ticketOf.get(line.user_id ?? 0),
      survey: line.survey_id,
    }))
    const orders = ordersOf(truth, named)
    if (orders) guests.set(`backup of ${table}`, orders)
  }
  const lines = await readLines(sheetTable)
  const textsOf = (id: number) => lines.filter((line) => line.survey_id === id).map(({ answers }) => answers![0]![0]!)
  const sheets: Orders = new Map(truth.map(({ surveyId }) => [surveyId, textsOf(surveyId)]))
  return attack(truth, guests, new Map([['lines of the backup', sheets]]))
}

/** Rows of other tables (jobs, emails, everything) in which something of a sheet is found: its words, its number, its ballot. */
export async function findTraces(client: pg.Client, { texts }: { texts: string[] }): Promise<string[]> {
  const { rows: sheets } = await client.query<{ id: string }>('select id from survey_sheets')
  const { rows: ballots } = await client.query<{ hash: Buffer }>('select hash from survey_ballots')
  const traces = new Set([
    ...texts.flatMap((text) => text.split(' ')),
    ...sheets.map(({ id }) => id),
    ...ballots.map(({ hash }) => hash.toString('hex')),
  ])
  const found: string[] = []
  for (const { table } of await columnsOf(client)) {
    if (table === 'survey_sheets' || table === 'survey_ballots') continue
    const { rows } = await client.query<{ line: string }>(`select to_jsonb(t)::text as line from "${table}" t`)
    for (const { line } of rows)
      if (
        [...line.matchAll(/[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].some(([one]) => traces.has(one))
      )
        found.push(`${table}: ${line}`)
  }
  return found
}

/**
 * Makes a ballot of everything that is stored about each participant, with the secret of the installation, and looks for it
 * among those that were given out. With the key that only the device has it would be found.
 */
export async function guessBallots(client: pg.Client, secrets: Secrets, keyOf: Map<number, string>) {
  const { rows: ballots } = await client.query<{ hash: Buffer }>('select hash from survey_ballots')
  const given = new Set(ballots.map(({ hash }) => hash.toString('hex')))
  const { rows } = await client.query<{ survey: number; ticket: number; row: object; attempt: Buffer }>(
    `select p.survey_id as survey, p.ticket_id as ticket, to_jsonb(p) || to_jsonb(t) || to_jsonb(u) as row, p.attempt_hash as attempt
     from survey_participants p join tickets t on t.id = p.ticket_id join users u on u.id = t.user_id`,
  )
  const isGiven = (ballot: string) => given.has(hashToken(ballot).toString('hex'))
  const guessed = rows.filter(({ survey, ticket, row, attempt }) => {
    const written = (['hex', 'base64', 'base64url', 'latin1'] as const).map((way) => attempt.toString(way))
    const keys = [...written, ...Object.values(row).map(String), '']
    return (
      given.has(attempt.toString('hex')) ||
      keys.some((key) => isGiven(key) || isGiven(ballotFor(secrets, survey, ticket, key)))
    )
  })
  const withDevice = rows.filter(({ survey, ticket }) =>
    isGiven(ballotFor(secrets, survey, ticket, keyOf.get(ticket) ?? '')),
  )
  return { guessed: guessed.length, withDevice: withDevice.length }
}
