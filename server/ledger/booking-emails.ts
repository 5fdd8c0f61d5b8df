import { NO_PAYMENT_YET, totalPrice } from '../../contract/price.ts'
import { shareCardPath } from '../../contract/share-card.ts'
import { drawnCode } from '../access/door-codes.ts'
import type { Secrets } from '../access/secrets.ts'
import { greetingName } from '../mail/greeting.ts'
import { letterHtml, letterText, type Block, type Letter } from '../mail/layout.ts'
import type { Mail, MailRenderer } from '../mail/mail.ts'
import { whenText } from '../mail/when-text.ts'
import { bookingCalendar, type CalendarSender } from './booking-calendar.ts'
import { qrCode } from './booking-code.ts'
import { findBooking, ticketCount, wordsFor, type BookingDetails } from './booking-details.ts'

const QR_WIDTH = 200

/** The share card. Not for an address that nobody has confirmed: a picture can say what words may not. */
function bannerOf(booking: BookingDetails, publicUrl: string): Block[] {
  if (!booking.emailConfirmedAt) return []
  const path = shareCardPath({ ...booking, id: booking.eventId, startTime: booking.startTime.toISOString() })
  return [{ kind: 'banner', url: publicUrl + path, width: 496, height: 260 }]
}

/** No money was asked for, and somebody used to paying wonders. */
const priceRow = ({ isFreeOfCharge, numberOfTickets, sellingPrice }: BookingDetails): [string, string][] =>
  isFreeOfCharge ? [] : [['Price', `${totalPrice(numberOfTickets, sellingPrice)}. ${NO_PAYMENT_YET}`]]

/** A virtual event has no door. */
const doorCode = ({ code }: BookingDetails): Letter['blocks'] => [
  { kind: 'picture', cid: 'booking-code', alt: `Booking code: ${code}`, width: QR_WIDTH },
  { kind: 'note', text: 'Show this code at the door. It stands for your booking, so keep it to yourself.' },
]

const CONFIRMED = 'Your booking is confirmed. Here is all you need on the day.'
const FROM_THE_LIST =
  'A place came free, and as you asked we have booked it for you. Here is all you need on the day. If you cannot come, please give it back: somebody else is waiting.'

const BY_ORGANISER =
  'The organiser has put you on the guest list. Here is all you need on the day. If you do not know what this is about, you can ignore this mail.'

/** A guest by name has no account, and so no bookings to look at. */
const nextStep = ({ isByName }: Words, { eventId, ticketId }: BookingDetails, publicUrl: string): Block =>
  isByName
    ? { kind: 'button', label: 'See the event', url: `${publicUrl}/events/${eventId}` }
    : { kind: 'button', label: 'Your ticket', url: `${publicUrl}/my-bookings/${ticketId}` }

interface Words {
  text: string
  isByName?: boolean
}

function letterFor(booking: BookingDetails, publicUrl: string, words: Words): Letter {
  const count = ticketCount(booking.numberOfTickets)
  return {
    publicUrl,
    preview: `${count} for ${booking.title}, ${whenText(booking)}`,
    heading: 'You are going!',
    blocks: [
      ...bannerOf(booking, publicUrl),
      {
        kind: 'text',
        text: `Hello ${greetingName(booking)},\n\n${words.text}`,
      },
      {
        kind: 'facts',
        rows: [
          ['Event', booking.title],
          ['When', whenText(booking)],
          [booking.isVirtual ? 'Join at' : 'Venue', booking.venue],
          ['Tickets', count],
          ...priceRow(booking),
        ],
      },
      ...(booking.isVirtual ? [] : doorCode(booking)),
      nextStep(words, booking, publicUrl),
      { kind: 'note', text: 'The attached file puts the event into your calendar.' },
    ],
  }
}

const codePicture = ({ code }: BookingDetails): NonNullable<Mail['attachments']>[number] => ({
  filename: 'booking-code.png',
  content: qrCode(code, QR_WIDTH * 2),
  contentType: 'image/png',
  cid: 'booking-code',
})

export const bookingMail =
  (sender: CalendarSender, secrets: Secrets, words: Words = { text: CONFIRMED }): MailRenderer =>
  async (db, { ticketId }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || found.numberOfTickets === 0) return null
    const code = drawnCode(secrets, { id: found.eventId }, found)
    const { publicUrl } = sender
    const booking = wordsFor({ ...found, code }, publicUrl)
    const letter = letterFor(booking, publicUrl, words)
    return {
      to: booking.email,
      subject: `Your booking: ${booking.title}`,
      html: letterHtml(letter),
      text: letterText(letter),
      attachments: [
        await bookingCalendar(db, sender, booking, { method: 'REQUEST' }),
        ...(booking.isVirtual ? [] : [codePicture(booking)]),
      ],
    }
  }

/** For who asked to be booked without being asked. */
export const bookedForYouMail = (sender: CalendarSender, secrets: Secrets) =>
  bookingMail(sender, secrets, { text: FROM_THE_LIST })

/** For a guest who was added by name and asked for it. */
export const guestTicketMail = (sender: CalendarSender, secrets: Secrets) =>
  bookingMail(sender, secrets, { text: BY_ORGANISER, isByName: true })
