// Tries to find out who wrote what, with all that somebody could get hold of: a copy of the database with the numbers of its
// transactions and the places of its rows, a backup, a restored backup, the log, and what the API says. Guests answer one
// after the other in the order of their tickets, and the attacker knows that.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { backUp } from '../../../scripts/backup.ts'
import { restore } from '../../../scripts/restore.ts'
import { capturedLog } from '../../test-support/captured-log.ts'
import { cloneDatabase } from '../../test-support/database.ts'
import {
  attack,
  attackBackup,
  findTraces,
  guessBallots,
  guestOrders,
  ordersOf,
  sheetOrders,
  ticketsOfUsers,
  type Orders,
  type Truth,
} from '../../test-support/survey-attack.ts'
import { answerAnonymously, ask, guestsOf, lease, setSurvey, takeBallot } from '../../test-support/survey-scene.ts'
import { world } from '../../test-support/world.ts'
import { runSurveys } from './rounds.ts'

/** Surveys of so many answers each. A row of guesses is right once in each by chance, whatever its length. */
const SIZES = [...Array<number>(8).fill(5), 20, 20, 20, 200]
const BY_CHANCE = SIZES.length
const ALL = SIZES.reduce((sum, size) => sum + size, 0)
/** Hundreds of guesses are made: one that is this far above chance (six deviations) comes up less than once in 100,000 runs. */
const MORE_THAN_CHANCE = BY_CHANCE + 6 * Math.sqrt(BY_CHANCE) + 3

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
  create table naive_sheets (id serial primary key, survey_id int, answers jsonb);
  create table naive_jobs (id serial primary key, payload jsonb)`

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
      scenes.push({ surveyId: id!, eventId, guests: await guestsOf(w, eventId, size) })
    }
    now = new Date(now.getTime() + 2 * HOUR)
    await runSurveys(w.deps, { lease })

    const counted = vi.spyOn(w.deps.limits, 'take')
    const keyOf = new Map<number, string>()
    const truth: Truth[] = await Promise.all(
      scenes.map(async ({ surveyId, eventId, guests }) => {
        const texts: string[] = []
        for (const guest of guests) {
          const [text, key] = [`wrote ${randomUUID()}`, randomUUID()]
          texts.push(text)
          keyOf.set(guest.ticketId, key)
          await answerAnonymously(w, guest, surveyId, [[text], [`again ${text}`]], key)
        }
        const [ticketIds, userIds] = [guests.map(({ ticketId }) => ticketId), guests.map(({ userId }) => userId)]
        return { surveyId, eventId, ticketIds, userIds, texts }
      }),
    )
    const keys = counted.mock.calls
    counted.mockRestore()
    // What is refused leaves no trace either.
    const [{ surveyId: someId, guests: some }] = scenes as [(typeof scenes)[number]]
    await expect(takeBallot(some[0]!, someId)).rejects.toMatchObject({ code: 'survey_taken_part' })
    const usedUp = { ballot: await takeBallot(some[0]!, someId, keyOf.get(some[0]!.ticketId)), version: 1 }
    for (const answers of [
      [[], []],
      [['Too'], ['many'], ['answers']],
    ])
      await expect(
        w.visitor.surveys.sheet({ params: { surveyId: someId }, body: { ...usedUp, answers } }),
      ).rejects.toThrow()

    for (const { surveyId, ticketIds, texts } of truth)
      for (const [at, ticketId] of ticketIds.entries())
        await client.query(
          `with who as (insert into naive_participants (survey_id, ticket_id) values ($1, $2)),
           job as (insert into naive_jobs (payload) values (jsonb_build_object('ticketId', $2::int, 'answers', $3::jsonb)))
           insert into naive_sheets (survey_id, answers) values ($1, $3)`,
          [surveyId, ticketId, JSON.stringify([[texts[at]]])],
        )

    const attacked = async (database: pg.Client, table = 'survey_sheets') =>
      attack(truth, await guestOrders(database, truth), await sheetOrders(database, truth, table))

    // The attack works: on a naive table, and on ours while nothing is shuffled.
    expect((await attacked(client, 'naive_sheets')).right).toBe(ALL)
    expect((await attacked(client)).right).toBe(ALL)
    // A backup hides it even then; not that of the naive table.
    const backUpNow = async () => {
      const folder = await newFolder()
      await backUp({ databaseUrl: w.databaseUrl, dataDir: w.deps.config.dataDir, folder })
      return folder
    }
    const early = await backUpNow()
    expect((await attackBackup(early, truth, 'naive_sheets')).right).toBe(ALL)
    const tooEarly = await attackBackup(early, truth)
    expect(tooEarly.right, tooEarly.by).toBeLessThan(MORE_THAN_CHANCE)

    await runSurveys(w.deps, { lease })
    const left = await client.query<{ dead: number }>(
      `select sum(n_dead_tup)::int as dead from pg_stat_user_tables where relname like 'survey\\_%'`,
    )
    expect(left.rows[0]!.dead).toBe(0)
    const best = await attacked(client)
    expect(best.right, best.by).toBeLessThan(MORE_THAN_CHANCE)

    // No job, no email and no other row holds something of a sheet, and nothing that is stored makes a ballot.
    const texts = truth.flatMap((one) => one.texts)
    expect((await findTraces(client, { texts })).filter((found) => found.startsWith('naive_jobs'))).toHaveLength(ALL)
    expect((await findTraces(client, { texts })).filter((found) => !found.startsWith('naive_'))).toEqual([])
    expect(await guessBallots(client, w.deps.secrets, keyOf)).toEqual({ guessed: 0, withDevice: ALL })

    // What the organiser is shown, on the screen and in the CSV, for each question.
    const guests = await guestOrders(client, truth)
    // Taking part is limited by account id, sending a sheet only by network.
    const ticketOf = ticketsOfUsers(truth)
    const ballotKeys = keys
      .filter(([name]) => name === 'surveyAnswers')
      .map(([, key]) => ({ ticket: ticketOf.get(Number(key)), survey: null }))
    guests.set('rate limits', ordersOf(truth, ballotKeys)!)
    expect(new Set(keys.filter(([name]) => name !== 'surveyAnswers').map(String))).toEqual(
      new Set(['everythingElse,127.0.0.1']),
    )
    const listed: Orders = new Map()
    for (const { surveyId, eventId, ticketIds, userIds } of truth) {
      const list = await creator.api.guests.csv({ params: { eventId } })
      const emails = await w.deps.db.execute<{ id: number; email: string }>(
        sql`select id, email from users where id = any(${sql.param(userIds)}::int[])`,
      )
      const ticketBy = new Map(emails.rows.map(({ id, email }) => [email, ticketOf.get(id)!]))
      const order = [...list.matchAll(/guest\d+@example\.org/g)].map(([email]) => ticketBy.get(email)!)
      expect(order).toHaveLength(ticketIds.length)
      listed.set(surveyId, order)
    }
    guests.set('list of guests', listed)
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
    await client.query('drop table naive_participants, naive_sheets, naive_jobs')
    const folder = await backUpNow()
    const kept = await attackBackup(folder, truth)
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
