// What the journeys around a booking share.
import type { Page } from '@playwright/test'
import type { EventBodyInput } from '../../contract/event-body.ts'
import type { Member } from './test.ts'

/** A published event of ten places. */
export const create = (member: Member, fields: Partial<EventBodyInput> = {}) =>
  member.api.events.create({
    body: {
      title: 'Supper Club',
      description: 'One long table.',
      venue: 'Casa do Rio, Lisbon',
      startTime: '2031-07-18T19:30',
      endTime: '2031-07-18T22:30',
      timeZone: 'Europe/Lisbon',
      isDraft: false,
      capacity: 10,
      ...fields,
    },
  })

export const panel = (page: Page) => page.getByRole('region', { name: 'Booking', exact: true })
export const bookButton = (page: Page) => page.getByRole('button', { name: 'BOOK SLOT' })
export const success = (page: Page) => page.getByRole('dialog', { name: 'Booking Successful!' })
