// Words that stand on the screen whatever the browser does; how one gets there is walked through in e2e.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import decodeQR from 'qr/decode.js'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { SessionProvider } from '../../session/session.tsx'
import { availabilityOf, maxTickets } from './availability.ts'
import BookedDialog from './booked-dialog.tsx'
import { BookingCard } from './booking-card.tsx'
import BookingNotes from './booking-notes.tsx'
import BookingStrip from './booking-strip.tsx'
import { OrderedBookings } from './my-bookings.tsx'
import Going from './going.tsx'
import { PayLine, StatusLine } from './panel-lines.tsx'
import { QrCode } from './qr-code.tsx'
import { TicketFace } from './ticket-face.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

const nothing = () => undefined

test('who is about to book reads that they are asked to confirm, and that there are more places than seats', () => {
  const notes = (event: Partial<Event>) => rendered(<BookingNotes event={event as Event} />)
  expect(notes({})).not.toContain('<p')
  expect(notes({ confirm: true })).toContain('or your place goes to someone waiting')
  const both = notes({ confirm: true, extraPlaces: true })
  expect(both).toContain('or you may go on standby')
  expect(both).toContain('a few more places than seats')
})

test('the stepper says Max. 4, and stops at 1 and at 4', () => {
  const at = (value: number) =>
    renderToStaticMarkup(<QuantityStepper value={value} max={4} disabled={false} onChange={nothing} />)
  expect(at(2)).toContain('Max. 4')
  expect(at(2)).not.toContain('disabled')
  expect(at(1)).toMatch(/aria-label="Fewer tickets" disabled/)
  expect(at(4)).toMatch(/aria-label="More tickets" disabled/)
})

test('an event with fewer for each person says so, and one that has closed cannot be booked', () => {
  const stepper = <QuantityStepper value={1} max={2} most={2} disabled={false} onChange={nothing} />
  expect(renderToStaticMarkup(stepper)).toContain('Max. 2')
  expect([
    maxTickets(event),
    maxTickets({ ...event, maxPerPerson: 3 }, 1),
    maxTickets({ ...event, maxPerPerson: 3 }, 3),
  ]).toEqual([4, 2, 1])
  const at = { hasEnded: false, isBookingClosed: true }
  expect(availabilityOf(event, at)).toBe('closed')
  expect(availabilityOf({ ...event, isSoldOut: true }, at)).toBe('closed')
  expect(availabilityOf(event, { ...at, hasEnded: true })).toBe('ended')
})

const event = {
  id: 7,
  title: 'Supper Club',
  startTime: '2031-07-18T18:30:00Z',
  endTime: '2031-07-18T21:30:00Z',
  timeZone: 'Europe/Lisbon',
  venue: 'Casa do Rio, Lisbon',
  isVirtual: false,
  isFreeOfCharge: true,
  sellingPrice: 0,
  anchorPrice: 0,
  imageUrl: null,
  isDraft: false,
  capacity: 80,
  ticketsLeft: 14,
} as unknown as Event
const ticket = { id: 9, eventId: 7, numberOfTickets: 2, createdAt: '2026-11-15T12:00:00.000Z', code: 'a1b2' }

function rendered(element: ReactNode) {
  const Screen = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <SessionProvider>
          <ToastProvider>{element}</ToastProvider>
        </SessionProvider>
      ),
    },
  ])
  return renderToStaticMarkup(<Screen />)
}
const textOf = (html: string) => html.replace(/<svg.*?<\/svg>/g, '').replace(/<[^>]+>/g, '')

test('the success dialog is a ticket: what, when, where, how many, where the mail went, and what next', () => {
  const html = rendered(<BookedDialog event={event} ticket={ticket} onClose={nothing} />)
  expect(html).toContain('>Booking Successful!<')
  for (const words of [
    'Supper Club',
    '18th Jul, 2031 · 7:30 PM',
    'Casa do Rio, Lisbon',
    '2 tickets',
    'A confirmation email was sent',
  ])
    expect(textOf(html)).toContain(words)
  expect(html).toContain('aria-label="Your ticket’s code, to show at the door"')
  expect(html).toContain('href="/api/all-events/7/calendar.ics?booking=9"')
  expect(html).toContain('href="/my-bookings"')
  expect(html).toContain('>Close<')
  expect(html).not.toContain('payment')
})

test('a virtual event has no code for a door, and a priced one says that nobody pays yet', () => {
  const virtual = rendered(
    <BookedDialog
      event={{ ...event, isVirtual: true, venue: 'https://meet.example/r' }}
      ticket={ticket}
      onClose={nothing}
    />,
  )
  expect(virtual).not.toContain('to show at the door')
  expect(virtual).toContain('>Online event<')
  const priced = rendered(
    <BookedDialog event={{ ...event, isFreeOfCharge: false, sellingPrice: 12 }} ticket={ticket} onClose={nothing} />,
  )
  expect(textOf(priced)).toContain('2 × £12.00 = £24.00. No payment is taken on Hooley yet.')
})

test('the code in the dialog is the one in the mail', () => {
  const html = renderToStaticMarkup(<QrCode text="0123456789abcdef0123456789abcdef" label="Code" />)
  const size = Number(/viewBox="0 0 (\d+)/.exec(html)?.[1])
  const data = new Uint8Array(size * 8 * size * 8 * 4).fill(255)
  for (const [, x, y] of html.matchAll(/M(\d+) (\d+)h1v1/g))
    for (let row = 0; row < 8; row++)
      for (let column = 0; column < 8; column++)
        data.fill(
          0,
          ((Number(y) * 8 + row) * size * 8 + Number(x) * 8 + column) * 4,
          ((Number(y) * 8 + row) * size * 8 + Number(x) * 8 + column) * 4 + 3,
        )
  expect(decodeQR({ width: size * 8, height: size * 8, data })).toBe('0123456789abcdef0123456789abcdef')
})

test('the panel says how it sells to its creator, else why it is closed, else what is left', () => {
  const line = (fields: Partial<Parameters<typeof StatusLine>[0]>) =>
    textOf(rendered(<StatusLine event={event} closed={null} isCreator={false} {...fields} />))
  expect(line({})).toBe('14 places left')
  expect(line({ isCreator: true })).toBe('66 / 80 sold')
  expect(line({ closed: 'This event is sold out' })).toBe('This event is sold out')
})

test('somebody who is going sees the edge of their ticket, which says so and opens it', () => {
  const edge = (fields: object) =>
    textOf(rendered(<Going event={{ ...event, ...fields }} tickets={[ticket, { ...ticket, id: 2 }]} />))
  expect(edge({})).toMatch(/^You’re going · 4 tickets.*View ticket/)
  expect(edge({ status: 'cancelled' })).toMatch(/^You booked · 4 tickets/)
  const past = rendered(<Going event={event} tickets={[ticket]} isOver />)
  expect(textOf(past)).toMatch(/^You were there · 2 tickets/)
})

test('the ticket over the page has the code, unless the event is off', () => {
  const face = (fields: object) =>
    rendered(<TicketFace event={{ ...event, ...fields }} ticket={{ ...ticket, code: 'abc' }} isLarge />)
  expect(face({})).toContain('Your ticket’s code, to show at the door')
  expect(face({ status: 'cancelled' })).not.toContain('Your ticket’s code')
})

test('three tickets say what they come to, free ones nothing', () => {
  const pay = (quantity: number, fields: object) =>
    textOf(rendered(<PayLine event={{ ...event, ...fields }} quantity={quantity} />))
  const priced = { isFreeOfCharge: false, sellingPrice: 12 }
  expect(pay(3, priced)).toBe('3 × £12.00 = £36.00 · No payment is taken on Hooley yet.')
  expect(pay(1, priced)).toBe('No payment is taken on Hooley yet.')
  expect(pay(3, {})).toBe('')
  // What is paid here is paid.
  expect(pay(3, { ...priced, paid: true })).toBe('3 × £12.00 = £36.00')
  expect(pay(1, { ...priced, paid: true })).toBe('')
})

test('the strip above the login dialog says what is being booked', () => {
  expect(textOf(rendered(<BookingStrip event={event} quantity={2} />))).toBe(
    'Supper Club2 places, freeLog in to book your places.',
  )
  expect(textOf(rendered(<BookingStrip event={event} quantity={1} />))).toContain('Log in to book your place.')
  expect(textOf(rendered(<BookingStrip event={{ ...event, paid: true }} quantity={2} />))).toContain(
    'Log in to order your places.',
  )
  expect(textOf(rendered(<BookingStrip event={event} quantity={1} isWaiting />))).toBe(
    'Supper ClubSold outLog in to join the waiting list.',
  )
})

test('a booking has its time in the event’s zone, and the zone’s name for those whose clock is another', () => {
  const html = rendered(<BookingCard booking={{ ticket, event }} now={new Date('2031-07-01T12:00:00Z')} />)
  expect(textOf(html)).toContain('18th Jul, 2031 · 7:30 PM')
  // A browser shows the name where its own clock differs (e2e/event-detail.spec.ts).
  expect(html).toMatch(/data-offset="60" data-zone="WEST"/)
})

test('My Bookings has Today on top, what comes next below, and what has ended folded away', () => {
  const now = new Date('2031-07-18T12:00:00Z')
  const booking = (id: number, title: string, day: string) => ({
    ticket: { ...ticket, id },
    event: { ...event, id, title, startTime: `${day}T18:30:00Z`, endTime: `${day}T21:30:00Z` },
  })
  const html = rendered(
    <OrderedBookings
      now={now}
      Ended={({ children }) => children}
      bookings={[
        booking(1, 'Next month', '2031-08-18'),
        booking(2, 'Last week', '2031-07-11'),
        booking(3, 'Tonight', '2031-07-18'),
      ]}
    />,
  )
  expect([...html.matchAll(/<h[23][^>]*>([^<]+)/g)].map(([, words]) => words)).toEqual([
    'Today',
    'Tonight',
    'Coming up',
    'Next month',
    'Ended',
    'Last week',
  ])
  // Today's is large, the others are small.
  const widths = [...html.matchAll(/<img [^>]*sizes="([^"]+)"/g)].map(([, sizes]) => sizes)
  expect(widths).toEqual(['(min-width: 640px) 480px, 100vw', '180px', '180px'])
  expect(html).toMatch(/<details class="[^"]*"><summary/)
  expect(html.slice(html.indexOf('<details'))).toContain('>Ended</span>')
})

test('a booking whose event is gone says so, with its id', () => {
  const ticket = { id: 1, eventId: 4711, numberOfTickets: 2, createdAt: '2026-11-15T12:00:00.000Z' }
  const html = renderToStaticMarkup(<BookingCard booking={{ ticket, event: null }} now={new Date()} />)
  expect(html).toContain('Event not found')
  expect(html).toContain('4711')
  expect(html).toContain('2 tickets')
})
