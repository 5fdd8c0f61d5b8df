// Tries to find out who wrote what, with all that somebody could get hold of: a copy of the database with the numbers of its
// transactions and the places of its rows, a backup, a restored backup, the log, and what the API says. Guests answer one
// after the other in the order of their tickets, and the attacker knows that.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { backUp } from '../../../scripts/backup.ts'
import { tableFile } from '../../../scripts/backup-format.ts'
import { restore } from '../../../scripts/restore.ts'
import { capturedLog } from '../../test-support/captured-log.ts'
import { cloneDatabase } from '../../test-support/database.ts'
import { answerAnonymously, ask, guestsOf, lease, setSurvey } from '../../test-support/survey-scene.ts'
import { world } from '../../test-support/world.ts'
import { runSurveys } from './rounds.ts'

/** Surveys of so many answers each. A row of guesses is right once in each by chance, whatever its length. */
const SIZES = [...Array<number>(8).fill(5), 20, 20, 20, 200]
const BY_CHANCE = SIZES.length
const ALL = SIZES.reduce((sum, size) => sum + size, 0)
/** Hundreds of guesses are made: one that is this far above chance (six deviations) comes up less than once in 100,000 runs. */
const MORE_THAN_CHANCE = BY_CHANCE + 6 * Math.sqrt(BY_CHANCE) + 3

interface Truth {
  surveyId: number
  /** In the order in which they answered. */
  ticketIds: number[]
  userIds: number[]
  texts: string[]
}

/** For each survey something in an order. */
type Orders = Map<number, (string | number)[]>

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
  const { rows } = await client.query<{ table: string; columns: string[]; names: string[] }>(
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

/** Guests in the order of every column of every table that names them. */
async function guestOrders(client: pg.Client, truth: Truth[]): Promise<Map<string, Orders>> {
  const found = new Map<string, Orders>()
  const ticketOf = new Map(truth.flatMap(({ ticketIds, userIds }) => userIds.map((id, at) => [id, ticketIds[at]!])))
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
      const tickets = rows.map(({ id, survey }) => ({ ticket: isTicket ? id : ticketOf.get(id), survey }))
      const orders: Orders = new Map()
      for (const { surveyId, ticketIds } of truth) {
        const own = new Set(ticketIds)
        const order = tickets.filter(({ ticket, survey }) => own.has(ticket!) && (survey ?? surveyId) === surveyId)
        orders.set(surveyId, [...new Set(order.map(({ ticket }) => ticket!))])
      }
      if (truth.every(({ surveyId, ticketIds }) => orders.get(surveyId)!.length === ticketIds.length))
        found.set(`${table}.${column}`, orders)
    }
  }
  return found
}

/** What was written in the order of every column of a table of sheets. */
async function sheetOrders(client: pg.Client, truth: Truth[], table: string): Promise<Map<string, Orders>> {
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
function attack(truth: Truth[], guests: Map<string, Orders>, sheets: Map<string, Orders>) {
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

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

async function emptyDatabase() {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const name = new URL(database.url).pathname.slice(1)
  const admin = await connect(inject('postgresUrl'))
  await admin.query(`drop database ${name}`)
  await admin.query(`create database ${name}`)
  return database.url
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-survey-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const NAIVE = `
  create table naive_participants (survey_id int, ticket_id int, at timestamptz default clock_timestamp());
  create table naive_sheets (id serial primary key, survey_id int, answers jsonb)`

test(
  'nobody finds out who wrote what, whatever they get hold of; with a naive table everybody does',
  { timeout: 120_000 },
  async () => {
    const { lines, log } = capturedLog()
    let now = new Date('2026-05-14T16:00:00Z')
    const w = await world({ env: { FEATURES: 'surveys' }, deps: { clock: () => now, log } })
    const client = await connect(w.databaseUrl)
    await client.query(NAIVE)
    const creator = await w.person()

    const scenes = []
    for (const size of SIZES) {
      const [startTime, endTime] = [new Date('2026-05-14T12:00:00Z'), new Date('2026-05-14T15:00:00Z')]
      const { id: eventId } = await w.event(creator, { startTime, endTime, capacity: 1_000 })
      const questions = [ask('text', 'One?'), ask('text', 'Two?')]
      const { id } = await setSurvey(creator, eventId, 'post-event', { questions })
      scenes.push({ surveyId: id!, guests: await guestsOf(w, eventId, size) })
    }
    now = new Date(now.getTime() + 2 * HOUR)
    await runSurveys(w.deps, { lease })

    const truth: Truth[] = await Promise.all(
      scenes.map(async ({ surveyId, guests }) => {
        const texts: string[] = []
        for (const guest of guests) {
          const text = `wrote ${crypto.randomUUID()}`
          texts.push(text)
          await answerAnonymously(w, guest, surveyId, [[text], [`again ${text}`]])
        }
        const [ticketIds, userIds] = [guests.map(({ ticketId }) => ticketId), guests.map(({ userId }) => userId)]
        return { surveyId, ticketIds, userIds, texts }
      }),
    )

    for (const { surveyId, ticketIds, texts } of truth)
      for (const [at, ticketId] of ticketIds.entries())
        await client.query(
          `with who as (insert into naive_participants (survey_id, ticket_id) values ($1, $2))
           insert into naive_sheets (survey_id, answers) values ($1, $3)`,
          [surveyId, ticketId, JSON.stringify([[texts[at]]])],
        )

    const attacked = async (database: pg.Client, table = 'survey_sheets') =>
      attack(truth, await guestOrders(database, truth), await sheetOrders(database, truth, table))

    // The attack works: on a naive table, and on ours while nothing is shuffled.
    expect((await attacked(client, 'naive_sheets')).right).toBe(ALL)
    expect((await attacked(client)).right).toBe(ALL)

    await runSurveys(w.deps, { lease })
    const left = await client.query<{ dead: number }>(
      `select sum(n_dead_tup)::int as dead from pg_stat_user_tables where relname like 'survey\\_%'`,
    )
    expect(left.rows[0]!.dead).toBe(0)
    const best = await attacked(client)
    expect(best.right, best.by).toBeLessThan(MORE_THAN_CHANCE)

    // What the organiser is shown, on the screen and in the CSV, for each question.
    const guests = await guestOrders(client, truth)
    const shown = new Map<string, Orders>()
    for (const question of [0, 1]) {
      const onScreen: Orders = new Map()
      const inFile: Orders = new Map()
      for (const { surveyId } of truth) {
        const { questions } = await creator.api.surveys.results({ params: { surveyId } })
        onScreen.set(
          surveyId,
          questions[question]!.texts.map(({ text }) => text.replace('again ', '')),
        )
        const csv = await creator.api.surveys.resultsCsv({ params: { surveyId } })
        const rows = csv.split('\r\n').filter((line) => line.startsWith(['One?', 'Two?'][question]!))
        inFile.set(
          surveyId,
          rows.map((line) => line.split(',')[1]!.replace('again ', '')),
        )
      }
      shown.set(`results ${question}`, onScreen).set(`CSV ${question}`, inFile)
    }
    expect(shown.get('CSV 1')!.get(truth.at(-1)!.surveyId)).toHaveLength(200)
    // Neither with the guests, nor with each other: the answers of one person do not line up.
    const told = attack(truth, guests, shown)
    expect(told.right, told.by).toBeLessThan(MORE_THAN_CHANCE)
    const lined = truth.map(({ surveyId }) => {
      const two = shown.get('results 1')!.get(surveyId)!
      return shown
        .get('results 0')!
        .get(surveyId)!
        .filter((text, at) => text === two[at]).length
    })
    expect(lined.reduce((sum, count) => sum + count, 0)).toBeLessThan(MORE_THAN_CHANCE)

    // A backup line by line, and the database that is made of it.
    await client.query('drop table naive_participants, naive_sheets')
    const folder = await newFolder()
    await backUp({ databaseUrl: w.databaseUrl, dataDir: w.deps.config.dataDir, folder })
    const file = await readFile(join(folder, tableFile('survey_sheets')), 'utf8')
    const sheetLines = file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { survey_id: number; answers: string[][] })
    const inBackup: Orders = new Map(
      truth.map(({ surveyId }) => [
        surveyId,
        sheetLines.filter((line) => line.survey_id === surveyId).map(({ answers }) => answers[0]![0]!),
      ]),
    )
    const kept = attack(truth, guests, new Map([['backup', inBackup]]))
    expect(kept.right, kept.by).toBeLessThan(MORE_THAN_CHANCE)
    const target = { databaseUrl: await emptyDatabase(), dataDir: await newFolder() }
    await restore({ folder, ...target })
    const restored = await attacked(await connect(target.databaseUrl))
    expect(restored.right, restored.by).toBeLessThan(MORE_THAN_CHANCE)

    // After the closing, with everything written once more.
    now = new Date(now.getTime() + 20 * DAY)
    await runSurveys(w.deps, { lease })
    const closed = await attacked(client)
    expect(closed.right, closed.by).toBeLessThan(MORE_THAN_CHANCE)

    // The log tells neither when a ballot was taken nor when a sheet was sent.
    expect(lines.some((line) => line.includes('/surveys/:surveyId/results'))).toBe(true)
    expect(lines.filter((line) => /ballot|sheets/.test(line))).toEqual([])
  },
)
