import { formOf } from '../../../contract/counted.ts'
import { SITE } from '../../../contract/site.ts'
import { ticketCount } from '../../ledger/booking-details.ts'
import { greeting, titleWords, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { countGathered } from '../../mail/unconfirmed.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'
import { listUpcomingTickets } from './queries.ts'

/** In place of confirmations beyond those that an unconfirmed address gets in a day: no word of anybody else's. */
export const gatheredMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId }) => {
    const account = userId !== null && (await findAccount(db, userId))
    const count = account ? await countGathered(db, account.id) : 0
    if (!account || count === 0) return null
    const heading = formOf(count, 'You have 1 new booking', `You have ${count} new bookings`)
    return {
      to: account,
      subject: heading,
      preview: 'See them all in My Bookings.',
      heading,
      blocks: [
        {
          kind: 'text',
          text: 'To keep your inbox quiet until you confirm this address, we send at most one confirmation email an hour.',
        },
        { kind: 'button', label: 'My Bookings', url: `${publicUrl}/my-bookings` },
      ],
    }
  }

/** Asked for by anybody who knows the address: it names the events, and shows no ticket before signing in. */
export const ticketsAgainMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, now }) => {
    const account = userId !== null && (await findAccount(db, userId))
    const upcoming = account ? await listUpcomingTickets(db, account.id, now) : []
    if (!account || upcoming.length === 0) return null
    return {
      to: account,
      subject: 'Your tickets',
      preview: `Your upcoming bookings on ${SITE.name}.`,
      heading: 'Your tickets',
      blocks: [
        greeting(
          account,
          'Here are your upcoming bookings. Log in to see your tickets: a code we email you is enough.',
        ),
        {
          kind: 'facts',
          rows: upcoming.map(({ title, language, seats, ...times }): [Text, Text] => [
            titleWords({ title, language }, 'An event'),
            `${whenText(times)}, ${ticketCount(seats)}`,
          ]),
        },
        { kind: 'button', label: 'My Bookings', url: `${publicUrl}/my-bookings` },
        { kind: 'note', text: 'Someone (we hope you) asked for this email. Nothing was changed.' },
      ],
    }
  }
