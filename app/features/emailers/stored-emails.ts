import { EMAIL_KINDS, type EmailKind, type EmailWords } from '../../../contract/email-kinds.ts'
import { loadApi } from '../../lib/load-api.ts'
import { keepDraft, readDraft } from '../../session/part-drafts.ts'

/** What is in the form: hours as they are typed. */
export type TypedEmail = Omit<EmailWords, 'hours'> & { hours: string }

export const toTyped = ({ enabled, subject, text, hours }: EmailWords): TypedEmail => ({
  enabled,
  subject,
  text,
  hours: String(hours),
})

export const partOf = (kind: EmailKind) => `email ${kind}`

export function isTyped(value: unknown): value is TypedEmail {
  const { enabled, subject, text, hours } = (value ?? {}) as Partial<Record<keyof TypedEmail, unknown>>
  return typeof enabled === 'boolean' && [subject, text, hours].every((field) => typeof field === 'string')
}

export const saveEmail = async (eventId: number, kind: EmailKind, body: TypedEmail) =>
  (await loadApi()).eventEmails.set({ params: { eventId, kind }, body })

export async function saveAll(userId: number, form: string, eventId: number): Promise<void> {
  for (const kind of EMAIL_KINDS) {
    const typed = readDraft(userId, form, partOf(kind))
    if (!isTyped(typed)) continue
    await saveEmail(eventId, kind, typed)
    keepDraft(userId, form, partOf(kind), null)
  }
}
