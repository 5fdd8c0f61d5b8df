import { AppError } from '../../../contract/errors.ts'
import { USUAL_EMAILS, type EmailKind } from '../../../contract/email-kinds.ts'
import type { EventEmail } from '../../../contract/event-emails.ts'
import type { Db, Tx } from '../../db/client.ts'
import { eventEmails } from '../../db/schema/event-emails.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { qrCode } from '../../ledger/booking-code.ts'
import { fillIn, findOrganiser, valuesFor, type OrganiserWords } from '../../ledger/organiser-words.ts'
import { mailOf } from '../../mail/unconfirmed.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { getEventFor, markOwn, type EventRow } from '../events/queries.ts'
import { sampleBooking, sampleLetter } from './emails.ts'

/** A hidden event sends nothing. */
async function getEvent(db: Db | Tx, user: SessionUser, eventId: number, lock?: 'no key update'): Promise<EventRow> {
  const event = await getEventFor(db, user, 'event.manage', eventId, lock)
  if (event.hiddenAt) throw new AppError('event_not_found')
  return event
}

/** As it is written, and as it is read: a placeholder in the middle of a link must not hide it. */
async function requireHarmless({ config, secrets }: Deps, db: Db | Tx, event: EventRow, words: OrganiserWords) {
  const values = valuesFor(sampleBooking(event), await findOrganiser(db, event.id), { ...config, secrets })
  const filled = fillIn(words, values)
  await requireNoBlockedLink(db, [words.subject, words.text, filled.subject, filled.text])
}

type Change = OrganiserWords & { enabled: boolean; hours?: number }

export async function setEmail(
  deps: Deps,
  user: SessionUser,
  { eventId, kind }: { eventId: number; kind: EmailKind },
  { enabled, subject, text, hours = USUAL_EMAILS[kind].hours }: Change,
): Promise<EventEmail> {
  return deps.db.transaction(async (tx) => {
    const event = await getEvent(tx, user, eventId, 'no key update')
    const email = { enabled, subject, text, hours }
    await requireHarmless(deps, tx, event, email)
    await tx
      .insert(eventEmails)
      .values({ eventId, kind, ...email })
      .onConflictDoUpdate({ target: [eventEmails.eventId, eventEmails.kind], set: email })
    await markOwn(tx, event, 'emails')
    return { kind, ...email }
  })
}

const CODE_WIDTH = 400

/** By the renderer of the email itself, as a confirmed guest reads it. Pictures that are attached are put into the page. */
export async function previewEmail(
  deps: Deps,
  user: SessionUser,
  { eventId, kind }: { eventId: number; kind: EmailKind },
  words: OrganiserWords,
): Promise<{ subject: string; html: string }> {
  const event = await getEvent(deps.db, user, eventId)
  const letter = await sampleLetter(deps, event, kind, words, {
    email: 'niamh@example.org',
    emailConfirmedAt: new Date(),
  })
  const { subject, html } = await mailOf({ ...letter, attachments: undefined }, deps.config)
  const code = () => `data:image/png;base64,${qrCode('preview', CODE_WIDTH).toString('base64')}`
  return { subject, html: html.replace('"cid:booking-code"', () => `"${code()}"`) }
}

export async function testEmail(
  deps: Deps,
  user: SessionUser,
  { eventId, kind }: { eventId: number; kind: EmailKind },
  { subject, text }: OrganiserWords,
): Promise<null> {
  const event = await getEvent(deps.db, user, eventId)
  await requireHarmless(deps, deps.db, event, { subject, text })
  await deps.limits.take('emailTest', user.id)
  const payload = { eventId, email: kind, subject, text }
  await deps.mails.add(deps.db, { kind: 'event-email-test', userId: user.id, payload })
  deps.jobs.nudge()
  return null
}
