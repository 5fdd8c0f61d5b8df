import { SITE } from '../../../contract/site.ts'
import { hashToken } from '../../http/session.ts'
import { greeting, say, titleWords, words, type Letter, type Words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { findInvitation, findPeople } from './queries.ts'

interface Handover {
  to: string
  title: Words
  from: Words
  url: string
}

const handoverLetter = ({ to, title, from, url }: Handover): Letter => ({
  to,
  subject: say`Take over ${title}?`,
  preview: say`${from} would like to hand ${title} over to you.`,
  heading: 'Will you take this event over?',
  blocks: [
    {
      kind: 'text',
      text: say`Hello,\n\n${from} would like to hand an event on ${SITE.name} over to you. Its bookings and its team stay, and you would run it from then on.`,
    },
    { kind: 'facts', rows: [['Event', title]] },
    { kind: 'button', label: 'See the event', url },
    {
      kind: 'note',
      text: 'It’s for the account with this email address, and you can accept it for 14 days. If you don’t know what this is about, you can ignore this email.',
    },
  ],
})

/** To the old creator. Null once the account or the event is gone. */
export const handedOverMail =
  (): MailRenderer =>
  async (db, { userId, payload }) => {
    const account = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, Number(payload.eventId))
    const [person] = await findPeople(db, [Number(payload.by)])
    if (!account || !event || !person) return null
    const title = titleWords(event, 'your event')
    const name = words(person.name, 'Someone')
    return {
      to: account,
      subject: say`${title} has been handed over`,
      preview: say`${name} runs it from now on.`,
      heading: 'Your event has been handed over',
      blocks: [
        greeting(
          account,
          say`${name} has taken over “${title}” and runs it from now on. You no longer have access to it, and the door links that you made for it have ended.`,
        ),
        { kind: 'note', text: 'If you didn’t ask for this, please write to us straight away.' },
      ],
    }
  }

export const invitationMail =
  (publicUrl: string): MailRenderer =>
  async (db, { payload, now }) => {
    const { to, token } = payload as { to: string; token: string }
    const found = await findInvitation(db, hashToken(token))
    if (!found || found.hiddenAt || found.acceptedBy !== null || found.expiresAt <= now) return null
    const title = titleWords(found, 'an event')
    const from = words(found.from, 'Someone')
    if (found.isHandover) return handoverLetter({ to, title, from, url: `${publicUrl}/team-invitations/${token}` })
    return {
      to,
      subject: say`Help run ${title}?`,
      preview: say`${from} is asking you to help run ${title}.`,
      heading: 'Will you help run this event?',
      blocks: [
        { kind: 'text', text: say`Hello,\n\n${from} is asking you to manage an event on ${SITE.name} together.` },
        { kind: 'facts', rows: [['Event', title]] },
        { kind: 'button', label: 'See the invitation', url: `${publicUrl}/team-invitations/${token}` },
        {
          kind: 'note',
          text: 'It’s for the account with this email address, and you can accept it for 14 days. If you don’t know what this is about, you can ignore this email.',
        },
      ],
    }
  }
