import { greeting, say, words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findAccount } from '../auth/queries.ts'

const REASONS: Record<string, string> = {
  gone: 'It asked us to stop (410 Gone)',
  failing: 'It has not accepted a single message for five days',
}

/** Its address may carry a secret: the email names the server alone. */
export const webhookEndedMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const account = userId === null ? null : await findAccount(db, userId)
    if (!account) return null
    const reason = REASONS[String(payload.by)] ?? 'It has ended'
    const heading = 'A webhook of yours has ended'
    return {
      to: account,
      subject: heading,
      preview: reason,
      heading,
      blocks: [
        greeting(
          account,
          say`We no longer send messages about your events to ${words(String(payload.host), 'your server')}. ${reason}. You can add it again once it works.`,
        ),
        { kind: 'button', label: 'Look at your webhooks', url: `${publicUrl}/settings#webhooks` },
      ],
    }
  }
