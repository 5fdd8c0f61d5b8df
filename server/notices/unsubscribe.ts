// One press ends the emails about a notice: a link below the letter, and the headers by which mail programs show a button of
// their own (RFC 8058). Neither does anything by being opened.
import { NOTICE_NAMES, noticeWords, isAlwaysMailed, type Notice } from '../../contract/notices.ts'
import { signLink } from '../access/mail-links.ts'
import type { Secrets } from '../access/secrets.ts'
import { addressIn } from '../mail/letter.ts'
import type { MailKind } from '../mail/mail.ts'
import { isMailWanted } from './settings.ts'

const numberOf = (notice: Notice) => NOTICE_NAMES.indexOf(notice) + 1

/** The notice that a link to unsubscribe is about. */
export const noticeOf = (subjectId: number): Notice | undefined => NOTICE_NAMES[subjectId - 1]

/** An email about a notification is sent to those who want it, and says how to end it. */
export function asNotice(kind: MailKind, secrets: Secrets): MailKind {
  const { notice, render } = kind
  if (!notice) return kind
  return {
    ...kind,
    async render(db, row) {
      const { userId } = row
      if (userId !== null && !(await isMailWanted(db, userId, notice))) return null
      const letter = await render(db, row)
      if (!letter || userId === null || isAlwaysMailed(notice)) return letter
      const email = addressIn(letter)
      const token = signLink(secrets, { purpose: 'unsubscribe', userId, email, subjectId: numberOf(notice) })
      return { ...letter, ending: { label: `Unsubscribe from emails about ${noticeWords(notice)}`, token } }
    },
  }
}
