// Words of a ticket and of giving it back; what a press does is walked through in e2e/ticket.spec.ts.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { BookingCard } from './booking-card.tsx'
import { GiveBack, waitingLine, type Answer } from './give-back.tsx'
import { TicketView } from './ticket-view.tsx'

const ticket = {
  id: 9,
  eventId: 7,
  numberOfTickets: 4,
  createdAt: '2026-11-15T12:00:00.000Z',
  code: 'K7Q2M9XPW4T8',
  admitted: 0,
  coming: null,
  sent: [],
  returnedAt: null,
  undoUntil: null,
  waiting: 0,
  event: {
    id: 7,
    title: 'Supper Club',
    startTime: '2031-07-18T18:30:00Z',
    endTime: '2031-07-18T21:30:00Z',
    timeZone: 'Europe/Lisbon',
    venue: 'Casa do Rio, Lisbon',
    isVirtual: false,
    imageUrl: null,
  },
} as unknown as OwnTicket

function rendered(element: ReactNode) {
  const Screen = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Screen />)
}
const nothing = () => undefined
const giveBack = (fields: Partial<OwnTicket>, asksComing = false, pressed?: Answer) =>
  rendered(
    <ToastProvider>
      <GiveBack
        ticket={{ ...ticket, ...fields }}
        asksComing={asksComing}
        pressed={pressed}
        onChange={nothing}
        onOutdated={nothing}
      />
    </ToastProvider>,
  )
const soon = () => new Date(Date.now() + 100_000).toISOString()

test('a ticket shows what, when, where, how many, its code in letters, the calendar and the way there', () => {
  const html = rendered(<TicketView ticket={ticket} />)
  for (const words of ['Supper Club', '7:30 PM', '10:30 PM', 'Casa do Rio, Lisbon', '4 tickets', 'K7 Q2M9X PW4T8'])
    expect(html).toContain(words)
  expect(html).toContain('/api/all-events/7/calendar.ics?booking=9')
  expect(html).toContain('destination=Casa%20do%20Rio%2C%20Lisbon')
  expect(html).not.toContain('let in')
})

test('at the door it says how many were let in', () => {
  expect(rendered(<TicketView ticket={{ ...ticket, admitted: 2 }} />)).toContain('2 of 4 let in')
})

test('a virtual event has a link to join in place of a code and a way', () => {
  const event = { ...ticket.event, isVirtual: true, venue: 'https://meet.example/room' }
  const html = rendered(<TicketView ticket={{ ...ticket, event }} />)
  expect(html).toContain('href="https://meet.example/room"')
  expect(html).not.toMatch(/role="img"|Directions/)
})

test('a ticket of an event that does not take place says so', () => {
  const shown = (status: 'cancelled' | 'postponed') =>
    rendered(<TicketView ticket={{ ...ticket, event: { ...ticket.event, status } }} />)
  expect(shown('cancelled')).toContain('This event has been cancelled.')
  const past = { ...ticket.event, endTime: '2026-01-01T00:00:00Z' }
  expect(rendered(<TicketView ticket={{ ...ticket, event: past }} />)).not.toMatch(/Directions|calendar\.ics/)
  expect(shown('cancelled'), 'nobody goes there').not.toMatch(/Directions|calendar\.ics/)
  expect(shown('postponed')).toContain('This event has been postponed.')
})

test('in My Bookings as well, in place of how many days are left', () => {
  const now = new Date('2031-07-18T08:00:00Z')
  const event = { ...ticket.event, status: 'cancelled' as const }
  const html = rendered(<BookingCard booking={{ ticket, event }} now={now} look="today" />)
  expect(html).toContain('Cancelled')
  expect(html).not.toContain('>Today<')
})

test('one that was given back has no code to show', () => {
  const html = rendered(<TicketView ticket={{ ...ticket, numberOfTickets: 0 }} />)
  expect(html).toContain('Given back')
  expect(html).not.toMatch(/role="img"|K7Q2|calendar\.ics/)
})

test('all can be given back or some; a single seat only whole; who is in stays', () => {
  const words = [/Can&#x27;t come/, /Fewer of us/] as const
  const offered = (fields: Partial<OwnTicket>) => words.map((word) => word.test(giveBack(fields)))
  expect(offered({})).toEqual([true, true])
  expect(offered({ numberOfTickets: 1 })).toEqual([true, false])
  expect(offered({ admitted: 2 })).toEqual([false, true])
  expect(offered({ admitted: 4 })).toEqual([false, false])
})

test('after giving back there are thanks, who waits, and Undo while there is time', () => {
  const html = giveBack({ numberOfTickets: 0, undoUntil: soon(), waiting: 7 })
  expect(html).toMatch(/Thank you!.*7 people are waiting for a place\./)
  expect(html).toMatch(/Undo.*1:\d\d left/)
  expect(giveBack({ numberOfTickets: 0, undoUntil: '2026-01-01T00:00:00Z' })).not.toContain('Undo')
  expect(giveBack({ numberOfTickets: 0, undoUntil: soon(), waiting: 0 })).not.toContain('waiting')
  expect(waitingLine(1)).toBe('1 person is waiting for a place.')
})

test('a reminder asks whether they are coming, until they have said so', () => {
  expect(giveBack({}, true)).toContain('>Coming<')
  expect(giveBack({})).not.toContain('>Coming<')
  expect(giveBack({ coming: true }, true)).toMatch(/You said you’re coming/)
})

const place = (name: string | null, usedAt: string | null = null) => ({ id: name?.length ?? 0, name, usedAt })

test('a ticket with sent places says whose they are, and its code is for the rest', () => {
  const shown = (fields: Partial<OwnTicket>) => rendered(<TicketView ticket={{ ...ticket, ...fields }} />)
  expect(shown({ sent: [place('Aoife'), place('Ben')] })).toContain('2 for you, 1 for Aoife, 1 for Ben')
  expect(shown({ sent: [place(null), place(null)], admitted: 1 })).toMatch(/2 for you, 2 for a friend.*1 of 2 let in/)
  const inside = '2031-07-18T18:30:00Z'
  expect(shown({ sent: [place('Aoife', inside)], admitted: 1 }), 'only the friend is in').not.toContain('let in')
  const all = shown({ numberOfTickets: 2, sent: [place('Aoife'), place('<b>')] })
  expect(all).toContain('1 for Aoife, 1 for &lt;b&gt;')
  expect(all).toContain('You’ve sent all your places')
  expect(all, 'a code that lets nobody in is not shown').not.toMatch(/role="img"|K7Q2/)
})

test('an email’s answer is the one filled button, and nothing is done before it is pressed', () => {
  const filled = (pressed: Answer, fields: Partial<OwnTicket> = {}) => {
    const html = giveBack(fields, true, pressed)
    expect(html).toContain('Not done yet')
    const buttons = html.matchAll(/<button[^>]*class="([^"]*)"[^>]*>([^<]*)/g)
    return [...buttons].filter(([, names]) => /primary/.test(names ?? '')).map(([, , label]) => label)
  }
  expect(filled('cannot-come')).toEqual(['Give back 4 places'])
  expect(filled('cannot-come', { numberOfTickets: 1 })).toEqual(['Give back your place'])
  expect(filled('coming')).toEqual(['Coming'])
  expect(filled('fewer')).toEqual(['Fewer of us'])
  expect(giveBack({}, true, 'fewer')).toContain('How many of you are coming?')
  expect(giveBack({ sent: [place('Aoife')] }, true, 'cannot-come')).toMatch(/Aoife has one of these places/)
  expect(giveBack({ coming: true }, true, 'coming')).not.toContain('Not done yet')
  expect(giveBack({ undoUntil: soon() }, true, 'cannot-come')).not.toContain('Not done yet')
  expect(giveBack({}, true)).not.toContain('Not done yet')
})
