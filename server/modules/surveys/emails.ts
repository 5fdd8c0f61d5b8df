import { formOf } from '../../../contract/counted.ts'
import { SURVEY_WORDS } from '../../../contract/survey-kinds.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Config } from '../../config.ts'
import { findBooking, named } from '../../ledger/booking-details.ts'
import { findOrganiser } from '../../ledger/organiser-words.ts'
import { greeting, say, words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findWaiting } from './queries.ts'

/** Pointless once it is answered, closed or switched off, or the booking was given back. */
export const surveyMail =
  ({ publicUrl }: Config, secrets: Secrets, isReminder: boolean): MailRenderer =>
  async (db, { ticketId, userId, payload, now }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || userId === null || found.numberOfTickets === 0) return null
    const survey = await findWaiting(db, Number(payload.surveyId), found.ticketId, now)
    if (!survey) return null
    const booking = named(found, publicUrl)
    const organiser = words(await findOrganiser(db, found.eventId), 'The organiser')
    const token = signLink(secrets, { purpose: 'survey', userId, email: found.email, subjectId: found.ticketId })
    const count = formOf(survey.questions.length, 'one question', `${survey.questions.length} questions`)
    const { title } = SURVEY_WORDS[survey.kind]
    return {
      to: booking,
      subject: isReminder ? say`${booking.title}: ${count} (reminder)` : say`${booking.title}: ${count}`,
      preview: say`${organiser} asks ${count} about ${booking.title}`,
      heading: title,
      blocks: [
        greeting(booking, say`${organiser} asks you ${count}. It takes a minute, and needs no sign-in.`),
        {
          kind: 'text',
          text: survey.anonymous
            ? 'Your answers are anonymous: the organiser sees how many have answered, and never who.'
            : 'Your answers carry your name.',
        },
        { kind: 'button', label: 'Answer', url: `${publicUrl}/links/${token}` },
        {
          kind: 'facts',
          rows: [
            ['Event', booking.title],
            ['When', whenText(booking)],
          ],
        },
        { kind: 'note', text: 'The link is yours alone, so please don’t pass this email on.' },
      ],
    }
  }
