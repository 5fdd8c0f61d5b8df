import type { MailRenderer } from '../../mail/mail.ts'
import { countGathered } from '../../mail/unconfirmed.ts'
import { findAccount } from '../auth/queries.ts'

/** In place of confirmations beyond those that an unconfirmed address gets in a day: no word of anybody else's. */
export const gatheredMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId }) => {
    const account = userId !== null && (await findAccount(db, userId))
    const count = account ? await countGathered(db, account.id) : 0
    if (!account || count === 0) return null
    const heading = count === 1 ? 'You have 1 new booking' : `You have ${count} new bookings`
    return {
      to: account,
      subject: heading,
      preview: 'See them all in My Bookings.',
      heading,
      blocks: [
        {
          kind: 'text',
          text: 'To keep your inbox quiet until this address is confirmed, we gather confirmations into one mail an hour.',
        },
        { kind: 'button', label: 'My Bookings', url: `${publicUrl}/my-bookings` },
      ],
    }
  }
