// Words that stand on the screen whatever the browser does; how one gets there is walked through in e2e.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import BookedDialog from './booked-dialog.tsx'
import { BookingCard } from './booking-card.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

const nothing = () => undefined

test('the stepper says Max. 4, and stops at 1 and at 4', () => {
  const at = (value: number) =>
    renderToStaticMarkup(<QuantityStepper value={value} max={4} disabled={false} onChange={nothing} />)
  expect(at(2)).toContain('Max. 4')
  expect(at(2)).not.toContain('disabled')
  expect(at(1)).toMatch(/aria-label="Fewer tickets" disabled/)
  expect(at(4)).toMatch(/aria-label="More tickets" disabled/)
})

test('a booking is celebrated: Booking Successful!, a confirmation email, Close', () => {
  const html = renderToStaticMarkup(<BookedDialog onClose={nothing} />)
  expect(html).toContain('>Booking Successful!<')
  expect(html).toContain('A confirmation email was sent')
  expect(html).toContain('>Close<')
})

test('a booking whose event is gone says so, with its id', () => {
  const ticket = { id: 1, eventId: 4711, numberOfTickets: 2, createdAt: '2026-11-15T12:00:00.000Z' }
  const html = renderToStaticMarkup(<BookingCard booking={{ ticket, event: null }} now={new Date()} />)
  expect(html).toContain('Event not found')
  expect(html).toContain('4711')
  expect(html).toContain('2 tickets')
})
