import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import {
  surveyAnswers,
  surveyBallots,
  surveyInvitations,
  surveyParticipants,
  surveys,
  surveySheets,
} from '../../db/schema/surveys.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import { answerAnonymously, lease, surveyStage, takeBallot, type SurveyStage } from '../../test-support/survey-scene.ts'
import type { Person, World } from '../../test-support/world.ts'
import { closeDue } from './commands.ts'
import { shownOf } from './results.ts'
import { forgetAnswers } from './rounds.ts'

let clocked: Clocked
let w: World
let creator: Person
let run: SurveyStage['run']
let named: SurveyStage['named']
let anonymous: SurveyStage['anonymous']

beforeAll(async () => {
  clocked = await openClockedWorld({ env: { FEATURES: 'surveys' } })
  w = clocked.w
  creator = await w.person({ firstName: 'Nora', emailConfirmedAt: new Date() })
  ;({ run, named, anonymous } = surveyStage(clocked, creator))
})
afterAll(() => w.close())
beforeEach(async () => {
  clocked.set('2026-05-04T11:00:00Z')
  await w.deps.db.delete(surveys)
})

const SHEET = [['5'], ['Yes'], ['Music', 'People'], ['More tea']]

describe('an anonymous survey', () => {
  test('shows nothing below five sheets, then whole groups of five, and nothing before it is shuffled', async () => {
    const { surveyId, guests } = await anonymous(12)
    const params = { surveyId }
    const results = () => creator.api.surveys.results({ params })
    const send = async (from: number, to: number) => {
      for (const guest of guests.slice(from, to))
        await answerAnonymously(w, guest, surveyId, [['4'], ['Yes'], ['Food'], [`from ${guest.ticketId}`]])
    }
    await send(0, 4)
    await run()
    expect(await results()).toMatchObject({
      answered: 4,
      shown: 0,
      questions: [{ answered: 0, texts: [] }, {}, {}, {}],
    })
    await send(4, 6)
    expect(await results()).toMatchObject({ answered: 6, shown: 0 })
    await run()
    const first = await results()
    expect(first).toMatchObject({ answered: 6, shown: 5 })
    expect(first.questions[0]).toMatchObject({ answered: 5, counts: [{}, {}, {}, { choice: '4', count: 5 }, {}] })
    expect(first.questions[2]!.counts).toEqual([
      { choice: 'Music', count: 0 },
      { choice: 'Food', count: 5 },
      { choice: 'People', count: 0 },
    ])
    const texts = (of: typeof first) => of.questions[3]!.texts.map(({ text }) => text)
    expect(texts(first)).toHaveLength(5)
    await send(6, 9)
    await run()
    // The same five, although all nine were written again.
    expect(texts(await results()).toSorted()).toEqual(texts(first).toSorted())
    await send(9, 12)
    await run()
    const second = await results()
    expect(second.shown).toBe(10)
    expect(texts(second)).toEqual(expect.arrayContaining(texts(first)))
    const csv = await creator.api.surveys.resultsCsv({ params })
    expect(csv).toContain('"How was it?",4,10'.replaceAll('"', ''))
    expect(csv.match(/What else\?/g)).toHaveLength(10)
    expect(csv).not.toMatch(/example\.org|Guest Byrne/)
  })

  test('once shuffled, neither guests nor their ballots lie in the order in which they came', async () => {
    const { surveyId, guests } = await anonymous(12)
    for (const guest of guests) await answerAnonymously(w, guest, surveyId, SHEET)
    // Without an order a table is read as it lies.
    const lying = async () => [
      (await w.deps.db.select().from(surveyParticipants)).map(({ ticketId }) => ticketId),
      (await w.deps.db.select().from(surveyBallots)).flatMap(({ hash, isUsed }) =>
        isUsed ? hash.toString('hex') : [],
      ),
    ]
    const before = await lying()
    await run()
    const after = await lying()
    for (const at of [0, 1]) {
      expect(after[at]!.toSorted()).toEqual(before[at]!.toSorted())
      expect(after[at], 'the same: once in 479 million runs').not.toEqual(before[at])
    }
    // Nothing new has come when it closes.
    clocked.set('2026-06-01T00:00:00Z')
    await run()
    expect(await w.deps.db.$count(surveyBallots)).toBe(0)
  })

  test('after the closing nothing says which sheets were looked at before, if all are shown', async () => {
    const { surveyId, guests } = await anonymous(20)
    const placed = async () =>
      (await w.deps.db.select().from(surveySheets).orderBy(surveySheets.place)).map(({ answers }) => answers[3]![0]!)
    const answer = async (from: number, to: number) => {
      for (const guest of guests.slice(from, to))
        await answerAnonymously(w, guest, surveyId, [[], [], [], [from === 0 ? 'early' : 'late']])
    }
    await answer(0, 10)
    await run()
    expect(await creator.api.surveys.results({ params: { surveyId } })).toMatchObject({ shown: 10 })
    await answer(10, 20)
    clocked.set('2026-06-01T00:00:00Z')
    await run()
    expect(await creator.api.surveys.results({ params: { surveyId } })).toMatchObject({ shown: 20 })
    const sheets = await placed()
    expect(sheets).toHaveLength(20)
    expect(sheets.slice(0, 10), 'all early: once in 184,000 runs').toContain('late')
  })

  test('after the closing ballots and keys are gone, and the last answers are shown unless they would stand out', async () => {
    const { surveyId, guests } = await anonymous(7)
    for (const guest of guests) await answerAnonymously(w, guest, surveyId, SHEET)
    clocked.set('2026-06-01T00:00:00Z')
    await run()
    expect(await w.deps.db.$count(surveyBallots)).toBe(0)
    const participants = await w.deps.db.select().from(surveyParticipants)
    expect(participants.map(({ attemptHash }) => attemptHash)).toEqual(Array(7).fill(null))
    expect(await creator.api.surveys.results({ params: { surveyId } })).toMatchObject({ answered: 7, shown: 7 })
    const late = await anonymous(10)
    const shown = async () => (await creator.api.surveys.results({ params: { surveyId: late.surveyId } })).shown
    for (const guest of late.guests.slice(0, 7)) await answerAnonymously(w, guest, late.surveyId, SHEET)
    await run()
    for (const guest of late.guests.slice(7)) await answerAnonymously(w, guest, late.surveyId, SHEET)
    clocked.set('2026-06-01T00:00:00Z')
    await closeDue(w.deps.db, clocked.now())
    // Closed and not shuffled yet: the last three belong to the rest.
    expect(await shown()).toBe(5)
    await run()
    expect(await shown()).toBe(10)
    // Another look has gone further in the meantime: it is not taken back.
    const looked = await w.deps.db.transaction(async (tx) => {
      await tx.select().from(surveys).where(eq(surveys.id, late.surveyId)).for('no key update')
      const look = shown()
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      await tx.update(surveys).set({ shown: 12 }).where(eq(surveys.id, late.surveyId))
      return () => look
    })
    expect(await looked()).toBe(12)
    expect(shownOf(4, { shown: 0, isClosed: true })).toBe(0)
    expect(shownOf(9, { shown: 5, isClosed: true })).toBe(5)
    expect(shownOf(10, { shown: 5, isClosed: true })).toBe(10)
    expect(shownOf(14, { shown: 5, isClosed: false })).toBe(10)
    expect(shownOf(9, { shown: 10, isClosed: false })).toBe(10)
  })
})

describe('named results', () => {
  test('are charts by question, with names, and a row for each guest in the CSV', async () => {
    const { surveyId, guests } = await named(3)
    const sheets = [SHEET, [['2'], ['No'], [], []], [['5'], [], ['Music'], ['=cmd();=cmd()']]]
    for (const [at, { api, ticketId }] of guests.entries())
      await api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers: sheets[at]! } })
    const { questions, ...rest } = await creator.api.surveys.results({ params: { surveyId } })
    expect(rest).toEqual({ kind: 'pre-event', anonymous: false, isClosed: false, answered: 3, shown: 3 })
    expect(questions[0]!.counts.map(({ count }) => count)).toEqual([0, 1, 0, 0, 2])
    expect(questions.map(({ answered }) => answered)).toEqual([3, 2, 2, 2])
    expect(questions[2]!.counts.map(({ count }) => count)).toEqual([2, 0, 1])
    expect(questions[3]!.texts).toEqual([
      { text: 'More tea', name: 'Guest Byrne' },
      { text: '=cmd();=cmd()', name: 'Guest Byrne' },
    ])
    const csv = await creator.api.surveys.resultsCsv({ params: { surveyId } })
    const lines = csv.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^Guest Byrne,guest\d+@example\.org,.*,5,Yes,"Music, People",More tea$/)
    expect(lines[3]).toContain("'=cmd();'=cmd()")
    await expect((await w.person()).api.surveys.results({ params: { surveyId } })).rejects.toMatchObject({
      status: 403,
    })
    const nobodys = creator.api.surveys.results({ params: { surveyId: 999_999 } })
    await expect(nobodys).rejects.toMatchObject({ code: 'survey_not_found' })
  })

  test('go 90 days after the event, with who took part and who was asked', async () => {
    const { eventId, surveyId, guests } = await named()
    const [{ api, ticketId }] = guests as [(typeof guests)[number]]
    await api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers: SHEET } })
    await w.deps.db.insert(surveyInvitations).values({ surveyId, ticketId, which: 'first' })
    const other = await anonymous()
    await takeBallot(other.guests[0]!, other.surveyId)
    const left = async () => {
      await forgetAnswers(w.deps, { lease })
      const tables = [surveyAnswers, surveyInvitations, surveyParticipants]
      return Promise.all(tables.map((table) => w.deps.db.$count(table)))
    }
    clocked.set('2026-08-12T14:59:59Z')
    await run()
    expect(await left()).toEqual([1, 1, 1])
    clocked.set('2026-08-12T15:00:00Z')
    // While nobody knows when it is, it has not ended.
    const status = (to: 'postponed' | 'published') =>
      w.deps.db.update(events).set({ status: to }).where(eq(events.id, eventId))
    await status('postponed')
    expect(await left()).toEqual([1, 1, 0])
    await status('published')
    expect(await left()).toEqual([0, 0, 0])
  })

  test('a CSV has all of them, however many', async () => {
    const { eventId, surveyId } = await named()
    const { db } = w.deps
    await db.execute(sql`
      with booked as (insert into tickets (event_id, guest_name, number_of_tickets)
        select ${eventId}, 'Guest ' || n, 1 from generate_series(1, 2001) n returning id)
      insert into survey_answers (survey_id, ticket_id, answers)
      select ${surveyId}, id, ${JSON.stringify(SHEET)}::jsonb from booked`)
    const lines = async (of: number) =>
      (await creator.api.surveys.resultsCsv({ params: { surveyId: of } })).trim().split('\r\n')
    expect(await lines(surveyId)).toHaveLength(2002)
    const { surveyId: nobodys } = await anonymous()
    await db.execute(sql`insert into survey_sheets (survey_id, answers, place)
      select ${nobodys}, jsonb_build_array('[]'::jsonb, '[]'::jsonb, '[]'::jsonb, jsonb_build_array('Text;=' || n)), n
      from generate_series(1, 2005) n`)
    const texts = (await lines(nobodys)).filter((line) => line.startsWith('What else?'))
    expect(new Set(texts).size).toBe(2005)
    expect(texts).toContain("What else?,Text;'=2005,1")
    for (const id of [surveyId, nobodys]) {
      const { questions } = await creator.api.surveys.results({ params: { surveyId: id } })
      expect(questions[3]!.texts).toHaveLength(200)
    }
  })
})
