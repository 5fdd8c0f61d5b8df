// Emails about what somebody does with their data.
import { formatDate } from '../../../contract/dates.ts'
import { SITE } from '../../../contract/site.ts'
import { EXPORT_DAYS } from '../../../contract/limits.ts'
import { greeting } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { findDeletion } from './queries.ts'
import { TELL_US, toAccount } from './emails.ts'

const dayText = (day: Date) => formatDate(day.toISOString(), 'UTC')

/** Pointless once the account is kept. */
export const accountDeletionMail = (publicUrl: string): MailRenderer =>
  toAccount(async (account, _payload, db) => {
    const finalAt = await findDeletion(db, account.id)
    if (!finalAt) return null
    return {
      to: account,
      subject: `Your ${SITE.name} account will be deleted`,
      preview: `It’s final on ${dayText(finalAt)}.`,
      heading: 'Your account will be deleted',
      blocks: [
        greeting(
          account,
          `As you asked, we’re deleting your ${SITE.name} account. Your places at upcoming events were given back, and you’re no longer on any waiting list.`,
        ),
        { kind: 'facts', rows: [['Final on', dayText(finalAt)]] },
        { kind: 'text', text: 'Changed your mind? Log in before that day and choose Keep my account.' },
        { kind: 'button', label: 'Sign in', url: `${publicUrl}/login` },
        { kind: 'note', text: TELL_US },
      ],
    }
  })

export const exportReadyMail = (publicUrl: string): MailRenderer =>
  toAccount((account) => ({
    to: account,
    subject: 'Your data is ready to download',
    preview: `You can download it for ${EXPORT_DAYS} days.`,
    heading: 'Your data is ready',
    blocks: [
      greeting(
        account,
        `Everything ${SITE.name} keeps about you is in one file. We’ll ask you to log in and confirm it’s you, so that nobody else gets it.`,
      ),
      { kind: 'button', label: 'Download my data', url: `${publicUrl}/account-details#your-data` },
      { kind: 'note', text: `We’ll delete the file after ${EXPORT_DAYS} days.` },
      { kind: 'note', text: TELL_US },
    ],
  }))
