import { formOf } from '../../../contract/counted.ts'
import { seatsLeft } from '../../../contract/event-status.ts'
import { greeting, say, titleWords } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { isFewLeftNews } from './policy.ts'
import { isStillInterested } from './queries.ts'

const places = (count: number) => formOf(count, '1 place', `${count.toLocaleString('en')} places`)

/** Pointless once the places are gone, or its person has booked or removed the event from their list. */
export const fewLeftMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload, now }) => {
    const eventId = Number(payload.eventId)
    const account = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, eventId)
    if (!account || !event || !isFewLeftNews(event, now)) return null
    if (!(await isStillInterested(db, account.id, eventId))) return null
    const title = titleWords(event, 'an event')
    const left = seatsLeft(event)
    return {
      to: account,
      subject: say`${places(left)} left: ${title}`,
      preview: say`${places(left)} left: ${title}`,
      heading: formOf(left, 'One place is left', 'Few places are left'),
      blocks: [
        greeting(account, `An event you saved is almost full. If you want to come, book soon. We only send this once.`),
        {
          kind: 'facts',
          rows: [
            ['Event', title],
            ['When', whenText(event)],
            ['Left', places(left)],
          ],
        },
        { kind: 'button', label: 'See the event', url: `${publicUrl}/events/${eventId}` },
      ],
    }
  }
