import { formOf } from '../../../contract/counted.ts'
import { eq } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { isPublic } from '../../../contract/event-status.ts'
import { wallClock } from '../../../contract/zoned-time.ts'
import { signLink } from '../../access/mail-links.ts'
import type { Secrets } from '../../access/secrets.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { Reminder } from '../../db/schema/reminders.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { listUnanswered } from '../booking-questions/queries.ts'
import { findBooking, named, ticketCount, ticketPage, type NamedBooking } from '../../ledger/booking-details.ts'
import { greeting, say, words, type Block, type Letter } from '../../mail/letter.ts'
import type { MailKind } from '../../mail/mail.ts'
import { extraPlacesNote } from '../../ledger/booking-emails.ts'
import { canConfirm, confirmUntil } from '../../ledger/confirming.ts'
import { findWords, type OrganiserWords } from '../../ledger/organiser-words.ts'
import { momentText, whenText } from '../../mail/when-text.ts'
import { noticeOf } from './reminders.ts'

/** 'Today', 'Tomorrow', 'In 5 days': days of the event's own calendar, whatever the clocks do in between. */
export function daysAhead(startTime: Date, now: Date, timeZone: string): string {
  const dayOf = (instant: Date) => Math.floor(wallClock(instant, timeZone).getTime() / DAY)
  const days = dayOf(startTime) - dayOf(now)
  return days <= 0 ? 'Today' : formOf(days, 'Tomorrow', `In ${days} days`)
}

async function isEventPublic(db: Db, eventId: number) {
  const [row] = await db
    .select({ status: events.status, hiddenAt: events.hiddenAt })
    .from(events)
    .where(eq(events.id, eventId))
  return row !== undefined && isPublic(row)
}

/** The page of the link shows the same buttons and does nothing before one is pressed; what follows # says which. */
function choicesOf({ numberOfTickets }: NamedBooking, page: string) {
  const fewer = numberOfTickets > 1 ? [{ label: 'Fewer of us', url: `${page}#fewer` }] : []
  return [{ label: 'Coming', url: `${page}#coming` }, { label: 'Can’t come', url: `${page}#cannot-come` }, ...fewer]
}

/** What the organiser still needs to know. The page of the link takes answers, and shows none. */
const questionBlocks = (unanswered: string[], page: string): Block[] =>
  unanswered.length === 0
    ? []
    : [
        { kind: 'text', text: 'The organiser still needs to know:' },
        ...unanswered.map((label) => ({ kind: 'text', text: words(label, 'A question') }) as const),
        { kind: 'button', label: 'Answer the organiser', url: `${page}#questions` },
      ]

const QUESTION = 'Are you still coming? If you give your place back, it goes to someone who would love to have it.'

interface Wording {
  /** Until when to confirm: the question itself, or a line of another reminder. */
  confirmBy?: { until: string; isQuestion: boolean }
  when: string
  publicUrl: string
  /** Where somebody says whether they come. */
  answerPage: string
  /** What they have not answered yet. */
  unanswered?: string[]
  /** What the organiser says instead of our question; everything else stays. */
  own: OrganiserWords | null
}

const confirmLine = (until: string, { roomSize }: NamedBooking) =>
  `Please press Coming by ${until}. If you don’t, ${roomSize === null ? 'your place goes to someone who’s waiting, and you’re on standby' : 'you may go on standby'}: you can take it back while it’s free, or come to the door and get in if there’s room.`

export function reminderLetter(
  booking: NamedBooking,
  { when, publicUrl, answerPage, unanswered = [], own, confirmBy }: Wording,
): Letter {
  const usual = confirmBy?.isQuestion ? say`Please confirm: ${booking.title}` : say`${when}: ${booking.title}`
  return {
    to: booking,
    subject: own?.subject ? say`${booking.title}: ${words(own.subject, when)}` : usual,
    preview: say`${booking.title}, ${whenText(booking)}`,
    heading: usual,
    blocks: [
      own ? { kind: 'text', text: words(own.text, QUESTION) } : greeting(booking, QUESTION),
      ...(confirmBy ? [{ kind: 'text', text: confirmLine(confirmBy.until, booking) } as const] : []),
      { kind: 'choices', choices: choicesOf(booking, answerPage) },
      ...questionBlocks(unanswered, answerPage),
      ...extraPlacesNote(booking),
      {
        kind: 'facts',
        rows: [
          ['Event', booking.title],
          ['When', whenText(booking)],
          [booking.isVirtual ? 'Join at' : 'Venue', booking.venue],
          ['Tickets', ticketCount(booking.numberOfTickets)],
        ],
      },
      { kind: 'button', label: 'Your ticket', url: ticketPage(booking.ticketId, publicUrl) },
      {
        kind: 'note',
        text: 'The links above work without logging in, so don’t forward this email. If they’re used to give a place back, we’ll email you.',
      },
    ],
  }
}

/** Pointless once the booking was given back, or the event has begun or is no longer to be seen. */
export const reminderMail = (which: Reminder, { publicUrl, features }: Config, secrets: Secrets): MailKind => ({
  notice: noticeOf(which),
  priority: which === 'early' ? PRIORITY.normal : PRIORITY.soon,
  async render(db, { ticketId, userId, now }) {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || userId === null || found.numberOfTickets === 0 || found.startTime <= now) return null
    if (!(await isEventPublic(db, found.eventId))) return null
    const booking = named(found, publicUrl)
    const isToConfirm = canConfirm(found, now)
    if (which === 'confirm' && !isToConfirm) return null
    const claim = { purpose: 'answer', userId, email: booking.email, subjectId: booking.ticketId } as const
    const hasOwn = which === 'late' && features.has('emailers')
    return reminderLetter(booking, {
      when: daysAhead(booking.startTime, now, booking.timeZone),
      publicUrl,
      ...(isToConfirm &&
        which !== 'late' && {
          confirmBy: { until: momentText(confirmUntil(found, now), found.timeZone), isQuestion: which === 'confirm' },
        }),
      answerPage: `${publicUrl}/links/${signLink(secrets, claim)}`,
      unanswered: await listUnanswered(db, booking.ticketId, booking.eventId),
      own: hasOwn ? await findWords(db, found.eventId, 'reminder', found, { publicUrl, features, secrets }) : null,
    })
  },
})
