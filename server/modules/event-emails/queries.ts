import { and, eq } from 'drizzle-orm'
import { USUAL_EMAILS, type EmailKind } from '../../../contract/email-kinds.ts'
import type { EventEmail } from '../../../contract/event-emails.ts'
import type { Db } from '../../db/client.ts'
import { eventEmails } from '../../db/schema/event-emails.ts'

/** As it was stored, or what the form begins with. */
export async function getEmail(db: Db, eventId: number, kind: EmailKind): Promise<EventEmail> {
  const { enabled, subject, text, hours } = eventEmails
  const [row] = await db
    .select({ enabled, subject, text, hours })
    .from(eventEmails)
    .where(and(eq(eventEmails.eventId, eventId), eq(eventEmails.kind, kind)))
  return { kind, ...(row ?? USUAL_EMAILS[kind]) }
}
