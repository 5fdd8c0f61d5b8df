import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Guest } from '../../../contract/guests.ts'
import { GuestList } from './guest-lists.tsx'

const guest: Guest = {
  ticketId: 1,
  name: 'Anna',
  email: 'anna@example.org',
  numberOfTickets: 2,
  friends: [],
  coming: null,
  admitted: 0,
  bookedAt: '2026-05-04T11:00:00Z',
  isByName: false,
  isMailed: true,
}

const list = (isOver: boolean) => {
  const Screen = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <GuestList guests={[guest]} timeZone="Europe/Dublin" isOver={isOver} onTakeBack={() => undefined} />
      ),
    },
  ])
  return renderToStaticMarkup(<Screen />)
}

test('after the end no booking can be taken back, and nobody is waited for', () => {
  expect(list(false)).toMatch(/no answer yet.*Remove/)
  expect(list(true)).not.toMatch(/no answer yet|Remove/)
})
