// States of pages that anybody may come to: nothing there, found in spite of a slip, and when something goes wrong.
import { AppError } from '../contract/errors.ts'
import { unavailablePage } from '../server/http/unavailable-page.ts'
import { asResting } from './screenshot-link-states.ts'
import { booked, offered, press, type Scene, type State } from './screenshot-scenes.ts'
import type { Stage } from './screenshot-stage.ts'

const state = (name: string, set: (stage: Stage) => Promise<Scene>): State => ({ name, set })

const asNewcomer = (name: string, path: string): State =>
  state(name, async (stage) => ({ path, who: await stage.person('Nora', 'Byrne') }))

const creatorId = async (stage: Stage) => (await (await stage.person('Cora', 'Lynch')).api.users.profile()).id

export const PAGE_STATES: State[] = [
  state('events-slip', async () => ({ path: '/events?q=fidle' })),
  state('events-slip-typing', async () => ({
    path: '/',
    async act(page) {
      const show = page.getByRole('button', { name: 'Show search' })
      if (await show.isVisible()) await show.click()
      await page.getByRole('combobox', { name: 'Search events' }).pressSequentially('fidl')
      await page.getByRole('option').first().waitFor()
    },
  })),
  state('events-many-filters', async () => ({ path: '/events?q=music&place=Dublin&within=25&when=weekend&seats=1' })),
  asNewcomer('saved-empty', '/saved'),
  asNewcomer('notices-empty', '/notices'),
  asNewcomer('my-events-empty', '/my-events'),
  asNewcomer('recommended-new', '/recommended-events'),
  state('creator-without-events', async (stage) => ({ path: `/creators/${await creatorId(stage)}` })),
  state('my-bookings-past', async (stage) => {
    const { guest, ticket, event } = await booked(stage, 2)
    await guest.api.tickets.return({ params: { ticketId: ticket.id }, body: { numberOfTickets: 2 } })
    await stage.book(guest, event.id, 1)
    return { path: '/my-bookings', who: guest, act: (page) => press(page, 'Past Events') }
  }),
  state('my-bookings-past-none', async (stage) => ({
    path: '/my-bookings',
    who: (await booked(stage, 2)).guest,
    act: (page) => press(page, 'Past Events'),
  })),
  state('waiting-list-still-interested', async (stage) => {
    const { person, path, params } = await offered(stage)
    const entry = await person.api.waitingList.get({ params })
    return {
      path,
      who: person,
      async before(page) {
        await asResting(page)
        const json = { ...entry, state: 'waiting', offer: null }
        await page.route('**/waiting-list/resume', (route) => route.fulfill({ json }))
      },
      async act(page) {
        await press(page, 'Still interested?')
        await page.getByRole('dialog').getByRole('button', { name: 'Still interested' }).click()
        await page.getByRole('dialog').getByText('Place 1 of 1').waitFor()
      },
    }
  }),
  state('ticket-home-screen', async (stage) => {
    const { guest, ticket } = await booked(stage, 2)
    const path = `/my-bookings/${ticket.id}`
    return { path, who: guest, act: (page) => page.getByText('Put your ticket on the home screen').click() }
  }),
  state('embed-unknown', async () => ({ path: '/embed/events/999999' })),
  state('embed-creator-none', async (stage) => ({ path: `/embed/creators/${await creatorId(stage)}` })),
  state('embed-cancelled', async (stage) => {
    const { creator, event } = await booked(stage, 1)
    await creator.api.eventStates.cancel({ params: { eventId: event.id }, body: {} })
    return { path: `/embed/events/${event.id}` }
  }),
  state('not-found-event', async () => ({ path: '/events/999999' })),
  state('not-found-creator', async () => ({ path: '/creators/999999' })),
  state('unavailable', async () => ({
    path: '/about',
    before: (page) =>
      page.route('**/about', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'text/html',
          body: unavailablePage(new AppError('unavailable').message),
        }),
      ),
  })),
]
