// To somebody who was given a role.
import { SITE } from '../../../contract/site.ts'
import { greeting } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findAccount } from '../auth/queries.ts'

const ROLES: Record<string, { name: string; may: string }> = {
  moderator: { name: 'a moderator', may: 'You can read reports and decide about events and accounts.' },
  administrator: {
    name: 'an administrator',
    may: 'You can read reports, decide about events and accounts, and say who else does.',
  },
}

export const roleGivenMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const account = userId === null ? null : await findAccount(db, userId)
    const role = ROLES[String(payload.role)]
    if (!account || !role) return null
    return {
      to: account,
      subject: `You’re now ${role.name} of ${SITE.name}`,
      preview: role.may,
      heading: `You’re now ${role.name}`,
      blocks: [
        greeting(account, `You’re now ${role.name} of ${SITE.name}. ${role.may}`),
        { kind: 'button', label: 'Open moderation', url: `${publicUrl}/moderation` },
        { kind: 'note', text: 'If you didn’t expect this, please ask the operator of this site.' },
      ],
    }
  }
