// States of a guest's screens, made anew for every picture: ticket, offline, waiting list, My Bookings, security.
import type { Page } from '@playwright/test'
import { appCode } from '../e2e/support/app-code.ts'
import { asResting } from './screenshot-link-states.ts'
import { booked, offered, press, waiting, type Scene, type State } from './screenshot-scenes.ts'

const ticket = (
  name: string,
  act?: Scene['act'],
  seats = 3,
  more?: (set: Awaited<ReturnType<typeof booked>>) => Promise<unknown>,
): State => ({
  name: `ticket-${name}`,
  async set(stage) {
    const set = await booked(stage, seats)
    await more?.(set)
    return { path: `/my-bookings/${set.ticket.id}`, who: set.guest, act }
  },
})

const security = (name: string, act: Scene['act']): State => ({
  name: `security-${name}`,
  set: async (stage) => ({
    path: '/account-details',
    who: await stage.person('Nora', 'Byrne'),
    async act(page) {
      await page.getByRole('tab', { name: 'Password & Security' }).click()
      await act?.(page)
    },
  }),
})

async function switchOnTwoFactor(page: Page) {
  await press(page, 'Enable Two-Factor Authentication')
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  await page.getByLabel('Code', { exact: true }).fill(appCode(key ?? ''))
  await press(page, 'Turn on')
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
}

async function addPasskey(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  const can = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...can } })
  await page.getByLabel('Name of the new passkey (optional)').fill('Laptop')
  await press(page, 'Add a passkey')
  await page.getByText('The passkey Laptop was added.').waitFor()
}

const kept = (page: Page) =>
  page.waitForFunction(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-tickets-'))
    const sizes = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return navigator.serviceWorker.controller !== null && sizes.some((size) => size > 0)
  })

const offline = (name: string, then: (page: Page, ticketId: number) => Promise<unknown>): State => ({
  name: `offline-${name}`,
  async set(stage) {
    const { guest, ticket } = await booked(stage, 2)
    return {
      path: '/my-bookings',
      who: guest,
      async act(page) {
        await kept(page)
        await page.context().setOffline(true)
        await then(page, ticket.id)
      },
    }
  },
})

const pressedWhileWaiting = (name: string, button: string): State => ({
  name,
  async set(stage) {
    const { person, path } = await waiting(stage)
    return {
      path,
      who: person,
      async act(page) {
        await press(page, /^Place /)
        await press(page, button)
      },
    }
  },
})

export const GUEST_STATES: State[] = [
  ticket('one', undefined, 1),
  ticket('fewer', (page) => press(page, 'Fewer of us')),
  ticket('place-sent', async (page) => {
    await press(page, 'Send a place')
    await page.getByText('Place 1').waitFor()
  }),
  ticket('ask', (page) => press(page, 'Ask the organiser')),
  ticket('cancelled', undefined, 2, ({ creator, event }) =>
    creator.api.eventStates.cancel({ params: { eventId: event.id }, body: {} }),
  ),
  ticket('all-back', async (page) => {
    await press(page, /^Can't come/)
    await page.getByText('Given back').waitFor()
  }),
  ticket('some-back', async (page) => {
    await press(page, 'Fewer of us')
    await press(page, /^2$/)
    await page.getByText('2 tickets').waitFor()
  }),
  {
    name: 'place',
    async set(stage) {
      const { guest, ticket } = await booked(stage, 2)
      return { path: `/places/${(await guest.api.places.send({ params: { ticketId: ticket.id } })).code}` }
    },
  },
  offline('ticket', async (page, id) => page.goto(`/my-bookings/${id}`)),
  offline('home', (page) => page.goto('/')),
  pressedWhileWaiting('waiting-list-change', 'Change'),
  {
    name: 'waiting-list-two-places',
    async set(stage) {
      const { person, path } = await offered(stage)
      return { path, who: person, act: (page) => press(page, /for you$/) }
    },
  },
  {
    name: 'waiting-list-gone',
    async set(stage) {
      const { person, path } = await offered(stage)
      return { path, who: person, before: asResting, act: (page) => press(page, 'Still interested?') }
    },
  },
  pressedWhileWaiting('waiting-list-left', 'Leave the waiting list'),
  {
    name: 'my-bookings-today',
    async set(stage) {
      const { guest, creator } = await booked(stage, 2)
      const today = await stage.event(creator, {
        title: 'Tonight at the Boat Shed',
        startTime: stage.at(2),
        endTime: stage.at(4),
      })
      await stage.book(guest, today.id, 1)
      const { event } = await waiting(stage)
      await guest.api.waitingList.join({ params: { eventId: event.id }, body: { numberOfTickets: 1 } })
      return { path: '/my-bookings', who: guest }
    },
  },
  {
    name: 'my-bookings-empty',
    set: async (stage) => ({ path: '/my-bookings', who: await stage.person('Nora', 'Byrne') }),
  },
  security('plain', undefined),
  security('two-factor', async (page) => {
    await press(page, 'Enable Two-Factor Authentication')
    await page.getByLabel('Code', { exact: true }).waitFor()
  }),
  security('recovery-codes', switchOnTwoFactor),
  security('two-factor-on', async (page) => {
    await switchOnTwoFactor(page)
    await press(page, 'I have kept them')
  }),
  security('passkey', addPasskey),
]
