import { SURE_IN_WORDS } from '../../contract/extra-places.ts'
import { moneyText } from '../../contract/money.ts'
import type { PayBy } from '../../contract/order-words.ts'
import { NO_PAYMENT_YET, totalPrice } from '../../contract/price.ts'
import { shareCardPath } from '../../contract/share-card.ts'
import type { Config } from '../config.ts'
import { drawnCode } from '../access/door-codes.ts'
import type { Secrets } from '../access/secrets.ts'
import type { Db } from '../db/client.ts'
import { greeting, say, words, type Attachment, type Block, type Letter } from '../mail/letter.ts'
import type { MailRenderer } from '../mail/mail.ts'
import { findWords, type OrganiserWords } from './organiser-words.ts'
import { whenText } from '../mail/when-text.ts'
import { bookingCalendar, type CalendarSender } from './booking-calendar.ts'
import { qrCode } from './booking-code.ts'
import { isAsked } from './confirming.ts'
import {
  bookedPath,
  findBooking,
  named,
  ticketCount,
  ticketPage,
  type BookingDetails,
  type NamedBooking,
} from './booking-details.ts'

const QR_WIDTH = 200

/** The share card. */
function bannerOf(booking: BookingDetails, publicUrl: string): Block {
  const path = shareCardPath({ ...booking, id: booking.eventId, startTime: booking.startTime.toISOString() })
  return { kind: 'banner', url: publicUrl + path, width: 496, height: 260 }
}

const TO_PAY: Record<PayBy, string> = { card: 'by card', door: 'at the door', transfer: 'by transfer' }

/** What was paid, or is to be paid. Without an order no payment was taken, which somebody used to paying may wonder about. */
function priceRow({ isFreeOfCharge, numberOfTickets, sellingPrice, order }: NamedBooking): [string, string][] {
  if (order) {
    const total = moneyText(order.total, order.currency)
    return order.state === 'paid' ? [['Paid', total]] : [['To pay', `${total} ${TO_PAY[order.payBy]}`]]
  }
  return isFreeOfCharge ? [] : [['Price', `${totalPrice(numberOfTickets, sellingPrice)}. ${NO_PAYMENT_YET}`]]
}

/** A virtual event has no door. */
const doorCode = ({ code }: NamedBooking): Block[] => [
  { kind: 'picture', cid: 'booking-code', alt: `Booking code: ${code}`, width: QR_WIDTH },
  { kind: 'note', text: 'Show this code at the door. Anyone who has it can use your booking, so keep it to yourself.' },
]

const CONFIRMED = 'Your booking is confirmed. Here’s everything you need on the day.'
const FROM_THE_LIST =
  'A place came up and, as you asked, we’ve booked it for you. Here’s everything you need on the day. If you can’t come, please give it back: someone else is waiting.'

const ACCEPTED =
  'The organiser has accepted your request, and your place is booked. Here’s everything you need on the day. If you can’t come, please give it back.'

const BY_ORGANISER =
  'The organiser has put you on the guest list. Here’s everything you need on the day. If you don’t know what this is about, you can ignore this email.'

/** A guest by name has no account, and so no bookings to look at. */
const nextStep = ({ isByName }: Wording, booking: NamedBooking, publicUrl: string): Block =>
  isByName
    ? { kind: 'button', label: 'See the event', url: publicUrl + bookedPath(booking) }
    : { kind: 'button', label: 'Your ticket', url: ticketPage(booking.ticketId, publicUrl) }

/** Of a paid event: its receipt, or how it is to be paid. */
const orderLink = ({ order }: NamedBooking, publicUrl: string): Block[] =>
  order
    ? [
        {
          kind: 'choices',
          choices: [
            order.state === 'paid'
              ? { label: 'Receipt', url: `${publicUrl}/orders/${order.id}#receipt` }
              : { label: 'How to pay', url: `${publicUrl}/orders/${order.id}` },
          ],
        },
      ]
    : []

interface Wording {
  text: string
  isByName?: boolean
}

const codePicture = ({ code }: NamedBooking): Attachment => ({
  filename: 'booking-code.png',
  content: qrCode(code, QR_WIDTH * 2),
  contentType: 'image/png',
  cid: 'booking-code',
})

/** What the organiser wrote with accepting a request. */
const notesOf = ({ reason }: Record<string, unknown>): Block[] =>
  typeof reason === 'string' && reason
    ? [{ kind: 'text', text: say`The organiser writes: ${words(reason, '(a link)')}` }]
    : []

/** Said with the booking, and only to those who will be asked. */
const confirmNote = (found: BookingDetails): Block[] =>
  found.userId !== null && isAsked(found)
    ? [
        {
          kind: 'text',
          text:
            found.roomSize === null
              ? 'Two days before the start we’ll ask you to confirm. If you don’t within a day, your place goes to someone who’s waiting.'
              : 'Two days before the start we’ll ask you to confirm. If you don’t within a day, you may go on standby.',
        },
      ]
    : []

/** Said in each email about a booking. */
export const extraPlacesNote = ({ roomSize, sureness }: Pick<BookingDetails, 'roomSize' | 'sureness'>): Block[] =>
  roomSize === null
    ? []
    : [
        {
          kind: 'text',
          text: say`Not everybody who books comes, so there are a few more places than seats. At least ${SURE_IN_WORDS[sureness]} people who come with a booking get in.`,
        },
      ]

/** The organiser's welcome is for confirmed addresses alone. */
const welcomeOf = (own: OrganiserWords | null): Block[] =>
  own ? [{ kind: 'quote', from: 'From the organiser:', text: words(own.text, '', { whole: 'confirmed' }) }] : []

export function bookingLetter(
  db: Db,
  sender: CalendarSender,
  secrets: Secrets,
  found: BookingDetails,
  {
    wording = { text: CONFIRMED },
    own,
    notes = [],
  }: { wording?: Wording; own: OrganiserWords | null; notes?: Block[] },
): Letter {
  const code = drawnCode(secrets, { id: found.eventId }, found)
  const { publicUrl } = sender
  const booking = named({ ...found, code }, publicUrl)
  const count = ticketCount(booking.numberOfTickets)
  return {
    to: booking,
    subject: say`Your booking: ${booking.title}`,
    preview: say`${count} for ${booking.title}, ${whenText(booking)}`,
    heading: 'You’re going!',
    blocks: [
      bannerOf(found, publicUrl),
      greeting(booking, wording.text),
      ...welcomeOf(own),
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
      ...confirmNote(found),
      ...extraPlacesNote(found),
      ...notes,
      ...(booking.isVirtual ? [] : doorCode(booking)),
      nextStep(wording, booking, publicUrl),
      ...orderLink(booking, publicUrl),
      { kind: 'note', text: 'The attached file adds the event to your calendar.' },
    ],
    attachments: async (plain) => [
      await bookingCalendar(db, sender, booking, { method: 'REQUEST', plain }),
      ...(booking.isVirtual ? [] : [codePicture(booking)]),
    ],
  }
}

export type BookingSender = CalendarSender & Pick<Config, 'features'>

export const bookingMail =
  (sender: BookingSender, secrets: Secrets, wording?: Wording): MailRenderer =>
  async (db, { ticketId, payload }) => {
    const found = ticketId === null ? null : await findBooking(db, ticketId)
    if (!found || found.numberOfTickets === 0) return null
    const own = sender.features.has('emailers')
      ? await findWords(db, found.eventId, 'welcome', found, { ...sender, secrets })
      : null
    return bookingLetter(db, sender, secrets, found, { wording, own, notes: notesOf(payload) })
  }

/** For people who chose to be booked automatically. */
export const bookedForYouMail = (sender: BookingSender, secrets: Secrets) =>
  bookingMail(sender, secrets, { text: FROM_THE_LIST })

/** For those who asked for a place at an event with approval. */
export const requestAcceptedMail = (sender: BookingSender, secrets: Secrets) =>
  bookingMail(sender, secrets, { text: ACCEPTED })

/** For a guest who was added by name and asked for it. */
export const guestTicketMail = (sender: BookingSender, secrets: Secrets) =>
  bookingMail(sender, secrets, { text: BY_ORGANISER, isByName: true })
