import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { noticeSettings } from '../../db/schema/notices.ts'
import { surveyInvitations, surveys } from '../../db/schema/surveys.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import {
  answerAnonymously,
  guestsOf,
  lease,
  setSurvey,
  surveyStage,
  type SurveyGuest,
  type SurveyStage,
} from '../../test-support/survey-scene.ts'
import type { Person, World } from '../../test-support/world.ts'
import { getLinkState } from '../links/states.ts'
import { runSurveys } from './rounds.ts'

let clocked: Clocked
let w: World
let creator: Person
let stage: SurveyStage

const SHEET = [['5'], ['Yes'], ['Music', 'People'], ['More tea']]

beforeAll(async () => {
  clocked = await openClockedWorld({ env: { FEATURES: 'surveys' } })
  w = clocked.w
  creator = await w.person({ firstName: 'Nora', emailConfirmedAt: new Date() })
  stage = surveyStage(clocked, creator)
})
afterAll(() => w.close())
beforeEach(async () => {
  clocked.set('2026-05-04T11:00:00Z')
  await w.deps.db.delete(mails)
  await w.deps.db.delete(surveys)
})

describe('by email', () => {
  const subjects = async () => {
    await stage.run()
    return (await collectMails(w.deps)).map(({ to, subject }) => `${to}: ${subject}`).toSorted()
  }

  const countReminders = () => w.deps.db.$count(mails, eq(mails.kind, 'survey-reminder'))

  test('each guest gets it once, and one reminder unless they have answered', async () => {
    const { surveyId, guests } = await stage.named(3)
    expect(await subjects()).toEqual([])
    // Before the event it matters to nobody whether the door has begun.
    await w.deps.db.update(tickets).set({ admitted: 1 }).where(eq(tickets.id, guests[2]!.ticketId))
    clocked.set('2026-05-07T12:00:00Z')
    const sent = await subjects()
    expect(sent).toHaveLength(3)
    expect(sent[0]).toMatch(/: Fiddle Night: 4 questions$/)
    expect(await subjects()).toEqual([])
    const answer = ({ api, ticketId }: SurveyGuest) =>
      api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers: SHEET } })
    await answer(guests[0]!)
    clocked.set('2026-05-12T12:00:00Z')
    await stage.run()
    expect(await countReminders()).toBe(2)
    // Somebody answers while the email waits to be sent.
    await answer(guests[1]!)
    const reminded = await subjects()
    expect(reminded).toHaveLength(1)
    expect(reminded[0]).toMatch(/: Fiddle Night: 4 questions \(reminder\)$/)
    expect(await subjects()).toEqual([])
  })

  test('it leads to a page without a sign-in, and says whether it is anonymous', async () => {
    const { eventId, guests } = await stage.named(1)
    clocked.set('2026-05-07T12:00:00Z')
    await stage.run()
    const [mail] = await collectMails(w.deps)
    expect(mail!.text).toContain('Your answers carry your name.')
    const token = /\/links\/([\w-]{34})/.exec(mail!.text)![1]!
    const state = await w.visitor.links.get({ params: { token } })
    expect(state).toMatchObject({ purpose: 'survey', event: { id: eventId } })
    // The link answers surveys, and nothing else.
    await expect(w.apiWith(token).tickets.list({})).rejects.toMatchObject({ status: 401 })
    // It still opens after the event, when other links have ended.
    clocked.set('2026-05-20T12:00:00Z')
    const opened = () => w.visitor.links.get({ params: { token } })
    expect(await opened()).toMatchObject({ purpose: 'survey' })
    const off = { ...w.deps, config: { ...w.deps.config, features: new Set<never>() } }
    await expect(getLinkState(off, token, null)).rejects.toMatchObject({ code: 'link_invalid' })
    const isIt = eq(events.id, eventId)
    await w.deps.db.update(events).set({ hiddenAt: clocked.now() }).where(isIt)
    await expect(opened()).rejects.toMatchObject({ code: 'link_invalid' })
    await w.deps.db.update(events).set({ hiddenAt: null }).where(isIt)
    const { ticketId } = guests[0]!
    await w.deps.db
      .update(tickets)
      .set({ numberOfTickets: 0, returnedAt: clocked.now() })
      .where(eq(tickets.id, ticketId))
    await expect(opened()).rejects.toMatchObject({ code: 'link_invalid' })
  })

  test('after the event it goes to those who were let in, or to all where nobody used the door', async () => {
    const { guests } = await stage.anonymous(3)
    await w.deps.db.update(tickets).set({ admitted: 1 }).where(eq(tickets.id, guests[1]!.ticketId))
    clocked.set('2026-05-14T17:00:00Z')
    await stage.run()
    const sent = await collectMails(w.deps)
    expect(sent.map(({ text }) => text.includes('Your answers are anonymous'))).toEqual([true])
    const other = await stage.anonymous(2)
    clocked.set('2026-05-14T17:00:00Z')
    expect(await subjects()).toHaveLength(2)
    await answerAnonymously(w, other.guests[0]!, other.surveyId, SHEET)
    clocked.set('2026-05-18T15:00:00Z')
    expect(await subjects()).toHaveLength(2)
    expect(await countReminders()).toBe(2)
  })

  test('at its times: a day after the event for feedback, and reminders not within a day of the first', async () => {
    const { id: eventId } = await stage.makeEvent()
    for (const kind of ['post-event', 'feedback'] as const) await setSurvey(creator, eventId, kind)
    await guestsOf(w, eventId, 1)
    const at = async (time: string) => {
      clocked.set(time)
      return (await subjects()).map((line) => line.replace(/^.*?: /, ''))
    }
    const [first, reminder] = ['Fiddle Night: 4 questions', 'Fiddle Night: 4 questions (reminder)']
    expect(await at('2026-05-14T16:59:59Z')).toEqual([])
    expect(await at('2026-05-14T17:00:00Z')).toEqual([first])
    expect(await at('2026-05-15T14:59:59Z')).toEqual([])
    expect(await at('2026-05-15T15:00:00Z')).toEqual([first])
    expect(await at('2026-05-18T14:59:59Z')).toEqual([])
    expect(await at('2026-05-18T15:00:00Z')).toEqual([reminder])
    expect(await at('2026-05-19T15:00:00Z')).toEqual([reminder])
    await w.deps.db.delete(surveys)
    clocked.set('2026-05-04T11:00:00Z')
    await stage.named(1)
    expect(await at('2026-05-12T11:00:00Z')).toEqual([first])
    expect(await at('2026-05-13T10:59:59Z')).toEqual([])
    expect(await at('2026-05-13T11:00:00Z')).toEqual([reminder])
  })

  test('not to who gave back, was added by name or wants no messages, nor about what is cancelled or off', async () => {
    const { eventId, guests } = await stage.named(4)
    const [gone, quiet, late] = guests as [SurveyGuest, SurveyGuest, SurveyGuest]
    const returned = { numberOfTickets: 0, returnedAt: clocked.now() }
    const giveBack = ({ ticketId }: SurveyGuest) =>
      w.deps.db.update(tickets).set(returned).where(eq(tickets.id, ticketId))
    await giveBack(gone)
    await w.deps.db.insert(noticeSettings).values({ userId: quiet.userId, notice: 'message', mail: false, push: false })
    const byName = { name: 'Nuala', numberOfTickets: 1, email: 'nuala@example.org', mail: true }
    await creator.api.guests.add({ params: { eventId }, body: byName })
    const off = await stage.named(1)
    await setSurvey(creator, off.eventId, 'pre-event', { anonymous: false, enabled: false })
    const cancelled = await stage.named(1)
    await w.deps.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, cancelled.eventId))
    await w.deps.db.delete(mails)
    clocked.set('2026-05-07T12:00:00Z')
    await stage.run()
    const noted = await w.deps.db.select().from(surveyInvitations)
    const ids = guests.map(({ ticketId }) => ticketId)
    expect(noted.map(({ ticketId }) => ticketId).toSorted()).toEqual(ids.slice(1))
    // Given back while the email waits to be sent.
    await giveBack(late)
    const [sent, ...others] = await collectMails(w.deps)
    expect(others).toEqual([])
    expect(sent!.to).toBe((await w.deps.db.select().from(users).where(eq(users.id, guests[3]!.userId)))[0]!.email)
    clocked.set('2026-05-12T12:00:00Z')
    expect(await subjects()).toEqual([`${sent!.to}: Fiddle Night: 4 questions (reminder)`])
  })

  test('not once its time is over, whether it was open until then or switched on too late', async () => {
    await stage.named(1)
    clocked.set('2026-05-14T12:00:00Z')
    await stage.run()
    const late = await stage.makeEvent()
    await guestsOf(w, late.id, 1)
    expect(await setSurvey(creator, late.id, 'pre-event', { anonymous: false })).toMatchObject({ isOpened: false })
    await stage.run()
    expect(await w.deps.db.$count(surveyInvitations)).toBe(0)
  })

  test('what another process has just noted is its to send', async () => {
    const { surveyId, guests } = await stage.named(1)
    clocked.set('2026-05-07T12:00:00Z')
    const ran = await w.deps.db.transaction(async (tx) => {
      await tx.insert(surveyInvitations).values({ surveyId, ticketId: guests[0]!.ticketId, which: 'first' })
      const running = stage.run()
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => running
    })
    await ran()
    expect(await w.deps.db.$count(mails)).toBe(0)
  })

  test('however many processes run, and nothing if it is switched off or the email is not wanted', async () => {
    const { eventId } = await stage.named(7)
    clocked.set('2026-05-07T12:00:00Z')
    await Promise.all([2, 3, 5].map((ticketsAtOnce) => runSurveys(w.deps, { lease }, { ticketsAtOnce })))
    await stage.run()
    expect(await w.deps.db.$count(mails, eq(mails.kind, 'survey'))).toBe(7)
    await setSurvey(creator, eventId, 'pre-event', { anonymous: false, enabled: false })
    expect(await subjects()).toEqual([])
    const silent = await stage.makeEvent()
    await setSurvey(creator, silent.id, 'pre-event', { anonymous: false, sends: false })
    await guestsOf(w, silent.id, 2)
    expect(await subjects()).toEqual([])
  })
})
