import { hashToken } from '../../http/session.ts'
import { say, words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findInvitation } from './queries.ts'

export const invitationMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload, now }) => {
    const { to, token } = payload as { to: string; token: string }
    const found = await findInvitation(db, hashToken(token))
    if (!found || found.hiddenAt || found.acceptedBy !== null || found.expiresAt <= now) return null
    const title = words(found.title, 'an event')
    const from = words(found.from, 'Somebody')
    return {
      to,
      subject: say`Help run ${title}?`,
      preview: say`${from} asks you to help run ${title}.`,
      heading: 'Will you help run this event?',
      blocks: [
        { kind: 'text', text: say`Hello,\n\n${from} asks you to manage an event on Hooley together.` },
        { kind: 'facts', rows: [['Event', title]] },
        { kind: 'button', label: 'See the invitation', url: `${publicUrl}/team-invitations/${token}` },
        {
          kind: 'note',
          text: 'It is for the account with this mail address and can be accepted for 14 days. If you do not know what this is about, you can ignore this mail.',
        },
      ],
    }
  }
