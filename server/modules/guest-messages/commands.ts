// Writing to guests: the message is stored with a job, in one transaction; the job writes the mails (sending.ts).
import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Audience } from '../../../contract/guest-messages.ts'
import { MESSAGES } from '../../../contract/limits.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { guestMessages } from '../../db/schema/guest-messages.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused, requireSameWish } from '../../http/repeated-key.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { isOver } from '../../ledger/bookable.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { getEventFor, type EventRow } from '../events/queries.ts'
import { countAllRecipients, countRecipients, findByKey, listSent, readAllowance, type MessageRow } from './queries.ts'

export interface NewMessage {
  to?: Audience
  ticketId?: number
  subject: string
  text: string
  replies?: boolean
  idempotencyKey: string | null
}

export const SEND_JOB = 'send-guest-message'

/** A hidden event sends nothing, and a cancelled or postponed one is announced separately. */
function requireOn(event: EventRow, now: Date) {
  if (event.hiddenAt) throw new AppError('event_not_found')
  if (event.status === 'cancelled') throw new AppError('event_cancelled')
  if (event.status === 'postponed') throw new AppError('event_postponed')
  if (isOver(event, now)) throw new AppError('event_ended')
}

export async function getMessages(deps: Deps, eventId: number) {
  const { db, clock } = deps
  const [sent, recipients, allowance] = await Promise.all([
    listSent(db, eventId),
    countAllRecipients(db, eventId),
    readAllowance(db, eventId, clock()),
  ])
  return { sent, recipients, left: allowance.left, nextAt: allowance.nextAt?.toISOString() ?? null }
}

/** To its writer, and to nobody else; it does not count. */
export async function sendTest(deps: Deps, user: SessionUser, eventId: number, message: NewMessage) {
  const event = await getEventFor(deps.db, user, 'event.manage', eventId)
  requireOn(event, deps.clock())
  await requireNoBlockedLink(deps.db, [message.subject, message.text])
  await deps.limits.take('messageTest', user.id)
  const { subject, text, replies = false, idempotencyKey } = message
  await deps.mails.add(deps.db, {
    kind: 'guest-message-test',
    userId: user.id,
    payload: { eventId, subject, text, replies },
    // Sent again because an answer was lost, it is the same test while it waits.
    ...(idempotencyKey && { dedupeKey: `${user.id} ${idempotencyKey}` }),
  })
  deps.jobs.nudge()
  return { recipients: 1 }
}

const audienceOf = ({ to }: NewMessage): Audience | 'guest' => to ?? 'guest'

function requireSame(first: MessageRow, eventId: number, message: NewMessage) {
  const { ticketId = null, subject, text, replies = false } = message
  requireSameWish(first, { eventId, audience: audienceOf(message), ticketId, subject, text, replies }, 'message')
}

async function requireAllowance(tx: Tx, eventId: number, now: Date, kind: 'many' | 'guest') {
  const { left, nextAt } = await readAllowance(tx, eventId, now, kind)
  if (left > 0) return
  const ms = (nextAt ?? now).getTime() - now.getTime()
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000))
  throw kind === 'guest'
    ? new AppError('guest_message_limit', { retryAfterSeconds, values: { n: MESSAGES.mostToOneGuest } })
    : new AppError('message_limit', { retryAfterSeconds })
}

async function requireTicket(tx: Tx, eventId: number, ticketId: number) {
  const isOfEvent = and(eq(tickets.id, ticketId), eq(tickets.eventId, eventId), gt(tickets.numberOfTickets, 0))
  if ((await tx.$count(tickets, isOfEvent)) === 0) throw new AppError('ticket_not_found')
}

/** Under the event's lock, so that two at once are counted. Where there is nobody to write to, nothing is stored. */
async function store(deps: Deps, tx: Tx, user: SessionUser, eventId: number, message: NewMessage): Promise<number> {
  const now = deps.clock()
  const event = await getEventFor(tx, user, 'event.manage', eventId, 'update')
  const { ticketId = null, subject, text, replies = false, idempotencyKey } = message
  const to = audienceOf(message)
  const first = await findByKey(tx, user.id, idempotencyKey)
  if (first) {
    requireSame(first, eventId, message)
    return first.recipients
  }
  requireOn(event, now)
  await requireNoBlockedLink(tx, [subject, text])
  if (ticketId !== null) await requireTicket(tx, eventId, ticketId)
  await requireAllowance(tx, eventId, now, ticketId === null ? 'many' : 'guest')
  const recipients = await countRecipients(tx, eventId, to, ticketId)
  if (recipients === 0) return 0
  const [row] = await tx
    .insert(guestMessages)
    .values({
      eventId,
      userId: user.id,
      audience: to,
      ticketId,
      subject,
      text,
      replies,
      recipients,
      idempotencyKey,
      createdAt: now,
    })
    // The same key at another event at the same moment.
    .onConflictDoNothing()
    .returning({ id: guestMessages.id })
  if (!row) throw keyReused('message')
  await deps.jobs.add(tx, { kind: SEND_JOB, payload: { messageId: row.id }, priority: PRIORITY.bulk })
  await writeHistory(tx, { eventId, userId: user.id, act: 'message', at: now })
  return recipients
}

export async function sendMessage(deps: Deps, user: SessionUser, eventId: number, message: NewMessage) {
  const recipients = await deps.db.transaction((tx) => store(deps, tx, user, eventId, message))
  deps.jobs.nudge()
  return { recipients }
}
