// Words of the waiting list; joining, taking and leaving are walked through in e2e/waiting-list.spec.ts.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { wishText } from './dialog-words.tsx'
import { EntryView } from './entry-view.tsx'
import { WaitingCard } from './my-waiting.tsx'
import { entryLabel } from './words.ts'
import { WishForm } from './wish-form.tsx'

const entry: WaitingEntry = {
  id: 1,
  eventId: 7,
  numberOfTickets: 2,
  atLeast: 2,
  automatic: false,
  state: 'waiting',
  place: 4,
  of: 12,
  offer: null,
  code: 'ABC',
}
const offered: WaitingEntry = {
  ...entry,
  state: 'offered',
  offer: { numberOfTickets: 3, expiresAt: new Date(Date.now() + 200 * 60_000).toISOString() },
}
const nothing = () => undefined
const textOf = (element: ReactNode) => renderToStaticMarkup(element).replace(/<[^>]+>/g, '|')
const view = (shown: WaitingEntry) =>
  textOf(
    <EntryView
      event={{ id: 7, timeZone: 'Europe/Dublin', maxPerPerson: 2 }}
      eventId={7}
      entry={shown}
      canChange
      onEntry={nothing}
      onAccepted={nothing}
      onOutdated={nothing}
    />,
  )

test('one button says what state it is in', () => {
  expect(entryLabel(null)).toBe('Join the waiting list')
  expect(entryLabel(entry)).toBe('Place 4 of 12')
  expect(entryLabel(offered)).toBe('3 places for you')
  expect(entryLabel({ ...entry, state: 'resting' })).toBe('Still interested?')
})

test('who waits reads their place and their wish, and can change or leave', () => {
  expect(view({ ...entry, atLeast: 1 })).toMatch(/Place 4 of 12.*2 places, or at least 1.*Change.*Leave/)
  expect(wishText({ ...entry, automatic: true })).toContain('without asking, until 24 hours before')
})

test('an offer says how long it is held; all of it can be taken, fewer, or none', () => {
  expect(view(offered)).toMatch(
    /3 places for you.*Held for you until.*3 h (19|20) min left.*Take all 3.*Take .*2.*Take .*only 1.*No, thanks/,
  )
})

test('after an offer that ran out nothing is offered until somebody is still interested', () => {
  expect(view({ ...entry, state: 'resting' })).toMatch(/expired.*Still interested.*Leave the waiting list/)
})

test('places that nobody holds can be taken at once, by who waits and by who rests', () => {
  expect(view({ ...entry, free: 2 })).toMatch(
    /2 places free now.*first tap wins.*Take all 2.*only 1.*Place 4 of 12.*Leave/,
  )
  expect(view({ ...entry, state: 'resting', free: 1 })).toMatch(/1 place free now.*Take it.*Still interested/)
  expect(view(entry)).not.toContain('free now')
})

test('who waits reads when booking closes, and that nothing is offered afterwards', () => {
  expect(view({ ...entry, bookingClosesAt: '2031-07-18T18:30:00.000Z' })).toMatch(
    /Booking closes at 7:30 PM, .*No places are offered after that/,
  )
  expect(view({ ...entry, bookingClosesAt: '2026-01-01T00:00:00.000Z' })).toContain('Booking for this event has closed')
})

test('in My Bookings each list has its event, its state and the way out', () => {
  const event = {
    id: 7,
    title: 'Supper Club',
    startTime: '2031-07-18T18:30:00Z',
    endTime: '2031-07-18T21:30:00Z',
    timeZone: 'Europe/Lisbon',
    status: 'cancelled',
  } as Event
  const Card = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <WaitingCard entry={{ ...entry, event }} onEntry={nothing} onAccepted={nothing} onOutdated={nothing} />
      ),
    },
  ])
  expect(textOf(<Card />)).toMatch(/has been cancelled.*Supper Club.*7:30 PM.*Place 4 of 12.*Leave the waiting list/)
})

test('the form asks how many, what if fewer come up, and whether to ask first', () => {
  const form = (numberOfTickets: number) =>
    textOf(
      <WishForm initial={{ ...entry, numberOfTickets, atLeast: 1 }} label="Join" isBusy={false} onSubmit={nothing} />,
    )
  expect(form(3)).toMatch(/How many places\?.*All or nothing.*At least 1.*At least 2.*Book for me without asking/)
  expect(form(1)).not.toContain('All or nothing')
  const limited = textOf(<WishForm most={2} label="Join" isBusy={false} onSubmit={nothing} />)
  expect(limited).toMatch(/How many places\?\|+1\|+2\|+Book for me/)
})

test('places of a paid event are ordered: on its own page, and from anywhere else by way of it', () => {
  const single = {
    ...offered,
    offer: { numberOfTickets: 1, expiresAt: new Date(Date.now() + 200 * 60_000).toISOString() },
  }
  const shownTo = (onOrder?: () => void) => {
    const Screen = createRoutesStub([
      {
        path: '/',
        Component: () => (
          <EntryView
            event={{ id: 7, timeZone: 'Europe/Dublin', paid: true }}
            eventId={7}
            entry={single}
            onEntry={nothing}
            onAccepted={nothing}
            onOutdated={nothing}
            {...(onOrder && { onOrder })}
          />
        ),
      },
    ])
    return textOf(<Screen />)
  }
  expect(shownTo(nothing)).toMatch(/1 place for you.*Take it.*No, thanks/)
  expect(shownTo()).toMatch(/1 place for you.*Go to the event to pay for it.*No, thanks/)
  expect(shownTo()).not.toContain('Take it')
})

test('nobody is booked at a paid event without being asked', () => {
  const form = textOf(<WishForm label="Join" asksFirst isBusy={false} onSubmit={nothing} />)
  expect(form).not.toContain('without asking')
})
