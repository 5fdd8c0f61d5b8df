// An address that nobody has confirmed may be a stranger's: at most so many emails a day carry other people's words to
// it. Beyond that, confirmations of bookings are gathered into one email an hour that names no title (decision 091).
import { sql } from 'drizzle-orm'
import { HOUR } from '../../contract/durations.ts'
import { hasLink, linesWithoutLinks } from '../../contract/links.ts'
import type { Db } from '../db/client.ts'
import { letterHtml, letterText } from './layout.ts'
import { addressIn, plainRuns, type Block, type Letter, type Run, type Text, type Words } from './letter.ts'
import type { Mail } from './mail.ts'
import type { Rule } from './rule.ts'

export const WORDS_A_DAY = 5

/**
 * Kinds whose emails carry what somebody wrote, and what becomes of those beyond a day's number. What tells of one's own
 * account never waits.
 */
const CARRIES_WORDS: Record<string, 'gather' | 'wait' | 'leave-out'> = {
  booking: 'gather',
  'booked-for-you': 'gather',
  'request-accepted': 'gather',
  // Its renderer skips it once the event has begun.
  'reminder-early': 'wait',
  'reminder-confirm': 'wait',
  'reminder-late': 'wait',
  // Its renderer skips it once the places are gone.
  'saved-few-left': 'wait',
  question: 'wait',
  'guest-message': 'wait',
  'guest-message-test': 'wait',
  thanks: 'wait',
  // Their renderer skips them once the survey is closed.
  survey: 'wait',
  'survey-reminder': 'wait',
  'event-email-test': 'wait',
  'team-invitation': 'wait',
  'new-events': 'wait',
  'tickets-again': 'leave-out',
  'social-post': 'leave-out',
  'webhook-ended': 'leave-out',
  // Whose time runs: one that waited would be lost. It goes out at once, without the words: no title, no note, no place.
  'event-change': 'leave-out',
  'dates-change': 'leave-out',
  'standing-booked': 'leave-out',
  'event-change-waiting': 'leave-out',
  'handed-over': 'leave-out',
  'event-change-saved': 'leave-out',
  'place-released': 'leave-out',
  offer: 'leave-out',
  'offer-expired': 'leave-out',
  'last-places': 'leave-out',
  'nothing-free': 'leave-out',
  'request-answered': 'leave-out',
  'ballot-entered': 'leave-out',
  'ballot-closed': 'leave-out',
  'ballot-number': 'leave-out',
  'ballot-drawn': 'leave-out',
  'ballot-cancelled': 'leave-out',
  'paid-too-late': 'leave-out',
  refunded: 'leave-out',
  'refund-failed': 'leave-out',
  'taken-back': 'leave-out',
  'place-handed-back': 'leave-out',
  'returned-by-link': 'leave-out',
  'event-hidden': 'leave-out',
  // About the account's own event: its title was written by the person who signed up, perhaps with a stranger's address.
  'sold-out': 'leave-out',
  digest: 'leave-out',
  'event-listed': 'leave-out',
  statement: 'leave-out',
  'objection-decided': 'leave-out',
  'report-decided': 'leave-out',
}
const GATHERED_KINDS = Object.keys(CARRIES_WORDS).filter((kind) => CARRIES_WORDS[kind] === 'gather')
const WAIT_SECONDS = 3_600

/** Sent as soon as the address is confirmed. Reminders have their own times. */
export const WAITING_FOR_CONFIRMATION = [
  'question',
  'guest-message',
  'guest-message-test',
  'thanks',
  'survey',
  'survey-reminder',
  'event-email-test',
  'team-invitation',
]

export const GATHERED = 'bookings-gathered'

export interface Standing {
  isConfirmed: boolean
  /** Emails with other people's words in the last 24 hours. */
  sentToday: number
  lastGatheredAt: Date | null
  now: Date
}

/** When the email that gathers this one goes out; null: it is sent by itself. */
export function gatheredAt({ isConfirmed, sentToday, lastGatheredAt, now }: Standing): Date | null {
  if (isConfirmed || sentToday < WORDS_A_DAY) return null
  return new Date(Math.max(now.getTime(), (lastGatheredAt?.getTime() ?? -Infinity) + HOUR))
}

async function findStanding(db: Db, userId: number): Promise<Standing | null> {
  const { rows } = await db.execute<{
    isConfirmed: boolean
    sentToday: number
    lastGatheredAt: string | null
    now: string
  }>(sql`
    select u.email_confirmed_at is not null as "isConfirmed", now() as now,
      (select count(*)::int from mails m where m.user_id = u.id
         and m.kind = any (${sql.param(Object.keys(CARRIES_WORDS))}::text[])
         and m.sent_at > now() - interval '24 hours') as "sentToday",
      (select max(sent_at) from mails m where m.user_id = u.id and m.kind = ${GATHERED}) as "lastGatheredAt"
    from users u where u.id = ${userId}`)
  const [row] = rows
  return row
    ? {
        ...row,
        now: new Date(row.now),
        lastGatheredAt: row.lastGatheredAt === null ? null : new Date(row.lastGatheredAt),
      }
    : null
}

/** One email gathers all that come before it goes out: the key says so. */
export const gatherForUnconfirmed: Rule = async (db, { userId, kind }) => {
  const beyond = CARRIES_WORDS[kind]
  if (userId === null || !beyond) return { is: 'now' }
  const standing = await findStanding(db, userId)
  const sendAt = standing && gatheredAt(standing)
  if (sendAt && beyond === 'wait') return { is: 'later', seconds: WAIT_SECONDS }
  if (sendAt && beyond === 'leave-out') return { is: 'now', withoutWords: true }
  return sendAt ? { is: 'fold', into: { kind: GATHERED, userId, sendAt, dedupeKey: `${userId}` } } : { is: 'now' }
}

/** How many confirmations this person's next gathering email replaces: those folded since the last one was sent. */
export async function countGathered(db: Db, userId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from mails where user_id = ${userId} and kind = any (${sql.param(GATHERED_KINDS)}::text[])
      and status = 'folded'
      and next_attempt_at > coalesce((select max(sent_at) from mails where user_id = ${userId} and kind = ${GATHERED}), '-infinity')`)
  return rows[0]?.count ?? 0
}

interface Reader {
  isConfirmed: boolean
  /** Beyond a day's number. */
  withoutWords: boolean
}

/** A title is a way to send somebody a link, and a stranger must not be sent one. */
function wordsFor({ isConfirmed, withoutWords }: Reader, text: Words): Run {
  const { words, otherwise, leftOut, whole, most, language } = text
  if (isConfirmed) return { words: words.slice(0, most).toWellFormed(), language }
  if (withoutWords) return leftOut ?? otherwise
  if (whole === 'confirmed' || (whole === 'without links' && hasLink(words))) return leftOut ?? otherwise
  const left = linesWithoutLinks(words).slice(0, most).toWellFormed()
  return left ? { words: left, language } : otherwise
}

type RunsOf = (text: Text) => Run[]

function runsFor(reader: Reader): RunsOf {
  const runsOf = (text: Text): Run[] => {
    if (typeof text === 'string' || typeof text === 'number') return text === '' ? [] : [String(text)]
    return Array.isArray(text) ? text.flatMap(runsOf) : [wordsFor(reader, text)]
  }
  return runsOf
}

/** Without a picture for an unconfirmed address: it can say what words may not. */
function seenBlock(block: Block, { isConfirmed }: Reader, runsOf: RunsOf): Block<Run[]>[] {
  switch (block.kind) {
    case 'text':
    case 'note':
      return [{ ...block, text: runsOf(block.text) }]
    case 'quote': {
      const text = runsOf(block.text)
      return plainRuns(text) ? [{ ...block, text }] : []
    }
    case 'choices':
      return [{ ...block, choices: block.choices.map(({ label, url }) => ({ label: runsOf(label), url })) }]
    case 'facts': {
      const isLeft = (value: Text) => typeof value === 'string' || plainRuns(runsOf(value)) !== ''
      const rows = block.rows.filter(([, value]) => isLeft(value))
      return [{ ...block, rows: rows.map(([label, value]) => [runsOf(label), runsOf(value)]) }]
    }
    case 'banner':
      return isConfirmed ? [block] : []
    case 'button':
    case 'picture':
      return [block]
  }
}

/** The email that a letter becomes. Every letter passes here, and nothing else makes an email. */
export async function mailOf(
  letter: Letter,
  { publicUrl, withoutWords = false }: { publicUrl: string; withoutWords?: boolean },
): Promise<Mail> {
  const { to, replyTo, ending, attachments } = letter
  const reader = { isConfirmed: typeof to !== 'string' && to.emailConfirmedAt !== null, withoutWords }
  const runsOf = runsFor(reader)
  const plain = (text: Text) => plainRuns(runsOf(text))
  const seen = {
    publicUrl,
    preview: plain(letter.preview),
    heading: runsOf(letter.heading),
    blocks: letter.blocks.flatMap((block) => seenBlock(block, reader, runsOf)),
    ending: ending && { label: ending.label, url: `${publicUrl}/links/${ending.token}` },
  }
  return {
    to: addressIn(letter),
    replyTo,
    subject: plain(letter.subject),
    html: letterHtml(seen),
    text: letterText(seen),
    unsubscribeUrl: ending && `${publicUrl}/unsubscribe/${ending.token}`,
    attachments: await attachments?.(plain),
  }
}
