// Emails about decisions: the one concerned in a statement of reasons (Regulation (EU) 2022/2065, article 17),
// who reported it, and guests in neutral words.
import { SITE } from '../../../contract/site.ts'
import { eq } from 'drizzle-orm'
import { REASONS, suspensionEnd } from '../../../contract/moderation-words.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { reports } from '../../db/schema/moderation.ts'
import { greeting, say, titleWords, words, type Block, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount, type Account } from '../auth/queries.ts'
import { findBooking } from '../../ledger/booking-details.ts'
import { canObject, findDecisionById, nameOfSubject, type DecisionRow, type SubjectName } from './queries.ts'
import { hasOtherModerator } from './roles.ts'
import { statementWords, toldReporter } from './statement-words.ts'
import { readWords } from './words.ts'

const nameWords = ({ name, language }: SubjectName) => words(name, 'An event', { language })

const howDecided = ({ isAutomated }: DecisionRow) =>
  isAutomated ? 'By automated rules, without a person' : 'By a moderator, not by automated means'

function factsOf(row: DecisionRow): [string, string][] {
  const { sentence, rule } = REASONS[row.reason]
  return [
    ['Reference', row.reference],
    ['Because', sentence],
    ['Based on', rule],
    ['How it was decided', howDecided(row)],
    ...(row.until ? [['Until', suspensionEnd(row.until)] as [string, string]] : []),
  ]
}

const ELSEWHERE =
  'You can also turn to a certified out-of-court dispute settlement body, or to a court. None of this costs you anything here.'

/** Whether nobody but who decided can look again. */
const isAlone = async (db: Db, { moderatorId }: DecisionRow, now: Date) =>
  moderatorId !== null && !(await hasOtherModerator(db, moderatorId, now))

const ALONE = 'there is no other moderator at the moment, so the same person will look at it again.'

/** Where there is no other moderator, that is said before somebody objects. */
async function howToObject(db: Db, row: DecisionRow, publicUrl: string, now: Date): Promise<Block[]> {
  if (!canObject(row, now)) return []
  const who = (await isAlone(db, row, now))
    ? 'There is no other moderator at the moment, so the same person will look at it again, at least a day later.'
    : 'Another moderator will look at it again.'
  return [
    { kind: 'text', text: `Don’t agree? You can object once, within six months. ${who} ${ELSEWHERE}` },
    { kind: 'button', label: 'Read it or object', url: `${publicUrl}/decisions/${row.reference}` },
  ]
}

interface Concerned {
  row: DecisionRow
  account: Account
  /** Of what it is about. */
  name: Text
}

async function findConcerned(db: Db, userId: number | null, decisionId: unknown): Promise<Concerned | null> {
  const row = await findDecisionById(db, Number(decisionId))
  const account = userId === null ? null : await findAccount(db, userId)
  if (!row || !account) return null
  const subject = await nameOfSubject(db, row)
  // A mail program makes a link of every domain, and this one harms people.
  if (row.subjectKind === 'domain') return { row, account, name: subject.name.replaceAll('.', '[.]') }
  return { row, account, name: nameWords(subject) }
}

export const statementMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload, now }) => {
    const found = await findConcerned(db, userId, payload.decisionId)
    if (!found) return null
    const { row, account, name } = found
    const { heading, sentence } = statementWords(row, name)
    const written = await readWords(db, [row.wordsId])
    return {
      to: account,
      subject: heading,
      preview: `${heading}: ${REASONS[row.reason].sentence}.`,
      heading,
      blocks: [
        greeting(account, sentence),
        { kind: 'facts', rows: factsOf(row) },
        { kind: 'quote', from: 'The moderator writes:', text: written.get(row.wordsId ?? 0) ?? '' },
        ...(await howToObject(db, row, publicUrl, now)),
        { kind: 'note', text: `Our rules: ${publicUrl}/rules` },
      ],
    }
  }

const SAME_PERSON = 'There was no other moderator, so the person who decided looked at it again a day later.'

export const objectionDecidedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const found = await findConcerned(db, userId, payload.decisionId)
    if (!found?.row.outcome) return null
    const { row, account, name } = found
    const isUndone = row.outcome === 'undone'
    const heading = isUndone ? 'We’ve reversed our decision' : 'Our decision stands'
    const written = await readWords(db, [row.outcomeWordsId])
    const who =
      row.outcomeBy === row.moderatorId ? SAME_PERSON : 'A moderator who had nothing to do with it looked at it again.'
    const result = isUndone
      ? say`We’ve undone what we did about “${name}”, and everything is as it was.`
      : say`What we did about “${name}” stays as it is. ${ELSEWHERE}`
    return {
      to: account,
      subject: `${heading}: ${row.reference}`,
      preview: `We’ve decided your objection to ${row.reference}.`,
      heading,
      blocks: [
        greeting(account, say`We’ve decided your objection. ${who} ${result}`),
        { kind: 'quote', from: 'The moderator writes:', text: written.get(row.outcomeWordsId ?? 0) ?? '' },
        { kind: 'facts', rows: [['Reference', row.reference]] },
        { kind: 'button', label: 'Read the decision', url: `${publicUrl}/decisions/${row.reference}` },
      ],
    }
  }

/** What was reported, by its title or name; nothing that the reporter wrote. */
async function nameOfReported(db: Db, report: typeof reports.$inferSelect): Promise<SubjectName> {
  if (report.eventId !== null)
    return nameOfSubject(db, { subjectKind: 'event', subjectId: report.eventId, domain: null })
  return nameOfSubject(db, { subjectKind: 'account', subjectId: report.creatorId, domain: null })
}

export const reportDecidedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload, now }) => {
    const [report] = await db
      .select()
      .from(reports)
      .where(eq(reports.id, Number(payload.reportId)))
    const row = report?.decisionId ? await findDecisionById(db, report.decisionId) : null
    if (!report || !row) return null
    const account = report.reporterId === null ? null : await findAccount(db, report.reporterId)
    const to = account ?? report.reporterEmail
    if (!to) return null
    const name = nameWords(await nameOfReported(db, report))
    const isAgain = payload.hasObjection === true
    const heading = isAgain ? 'A second look at what you reported' : 'We have decided about your report'
    return {
      to: to,
      subject: `${heading}: ${report.reference}`,
      preview: say`About “${name}”.`,
      heading,
      blocks: [
        { kind: 'text', text: say`Hello,\n\nYou told us about “${name}”. ${toldReporter(row, isAgain)}` },
        {
          kind: 'facts',
          rows: [
            ['Your report', report.reference],
            ['Because', REASONS[row.reason].sentence],
            ['Based on', REASONS[row.reason].rule],
            ['How it was decided', howDecided(row)],
          ],
        },
        {
          kind: 'text',
          text: `Don’t agree? Write to ${SITE.supportEmail} and name your reference: ${(await isAlone(db, row, now)) ? ALONE : 'another moderator will look at it again.'} ${ELSEWHERE}`,
        },
        { kind: 'note', text: `We didn’t tell anyone who you are. Our rules: ${publicUrl}/rules` },
      ],
    }
  }

/** To each who has booked, once. Pointless when it is shown again by now. */
export const hiddenMail =
  (publicUrl: string, secrets: Secrets): MailRenderer =>
  async (db, { ticketId, userId }) => {
    const booking = ticketId === null ? null : await findBooking(db, ticketId)
    if (!booking || booking.numberOfTickets === 0) return null
    const [event] = await db.select({ hiddenAt: events.hiddenAt }).from(events).where(eq(events.id, booking.eventId))
    if (!event?.hiddenAt) return null
    const title = titleWords(booking, 'An event')
    const link = (of: number) =>
      signLink(secrets, { purpose: 'answer', userId: of, email: booking.email, subjectId: booking.ticketId })
    const button: Block[] =
      userId === null ? [] : [{ kind: 'button', label: 'Keep or give back', url: `${publicUrl}/links/${link(userId)}` }]
    return {
      to: booking,
      subject: say`About your booking: ${title}`,
      preview: `It is not shown on ${SITE.name} at the moment.`,
      heading: 'Not shown at the moment',
      blocks: [
        greeting(
          booking,
          say`“${title}” isn’t shown on ${SITE.name} at the moment. We’re keeping your booking: if the event is shown again, it’s valid as before. Until then we won’t email you about it, so please ask the organiser before you set out.`,
        ),
        {
          kind: 'facts',
          rows: [
            ['Event', title],
            ['When', whenText(booking)],
          ],
        },
        ...button,
      ],
    }
  }
