// Links that were used before, or whose time is over: one of each sort that a mail or a message carries.
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { booked, offered, press, type Scene, type State } from './screenshot-scenes.ts'
import type { Stage } from './screenshot-stage.ts'

const state = (name: string, set: (stage: Stage) => Promise<Scene>): State => ({ name, set })

const offerToken = async (stage: Stage) => {
  const { person, ...set } = await offered(stage)
  return { ...set, person, token: await stage.fromMail(person, /you are next[^]*?\/links\/([\w-]{34})/) }
}

/** Of the mail that says when it is now: the link of a booking. */
async function bookingLink(stage: Stage) {
  const set = await booked(stage, 2, { startTime: stage.at(5), endTime: stage.at(8) })
  await set.creator.api.eventStates.postpone({ params: { eventId: set.event.id }, body: {} })
  return { ...set, token: await stage.fromMail(set.guest, /Keep or give back[^]*?\/links\/([\w-]{34})/) }
}

/** As after the end: the clock of the server cannot be turned. */
const asEnded = (page: Page) =>
  page.route(/\/api\/links\//, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { ticket: { event: object } }
    const times = { startTime: '2026-01-10T19:30:00Z', endTime: '2026-01-10T22:30:00Z', status: 'published' }
    await route.fulfill({
      response,
      json: { ...answer, ticket: { ...answer.ticket, event: { ...answer.ticket.event, ...times } } },
    })
  })

async function resetToken(stage: Stage) {
  const person = await stage.person('Nora', 'Byrne')
  await stage.client().auth.forgotPassword({ body: { email: person.email } })
  return stage.fromMail(person, /\/reset-password\?token=([\w.-]+)/)
}

const newPassword = async (page: Page) => {
  for (const label of ['New password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

async function invited(stage: Stage) {
  const [creator, manager] = [await stage.person('Cora', 'Lynch'), await stage.person('Tom', 'Okafor')]
  const event = await stage.event(creator)
  await creator.api.team.invite({ params: { eventId: event.id }, body: { email: manager.email } })
  const token = await stage.fromMail(manager, /\/team-invitations\/([\w-]+)/)
  return { creator, manager, event, token, path: `/team-invitations/${token}` }
}

export const USED_LINKS: State[] = [
  state('used-confirm', async (stage) => {
    const token = await stage.fromMail(await stage.person('Nora', 'Byrne'), /\/links\/([\w-]{34})/)
    await stage.client().account.confirmAddress({ body: { token } })
    return { path: `/links/${token}` }
  }),
  state('used-unsubscribe', async (stage) => {
    const { person } = await offered(stage)
    const token = await stage.fromMail(person, /you are next[^]*\/links\/([\w-]{34})/)
    await stage.client().links.unsubscribe({ params: { token } })
    return { path: `/links/${token}` }
  }),
  state('used-offer-taken', async (stage) => {
    const { person, params, token } = await offerToken(stage)
    await person.api.waitingList.accept({ params, body: { numberOfTickets: 2 } })
    return { path: `/links/${token}` }
  }),
  state('used-offer-declined', async (stage) => {
    const { person, params, token } = await offerToken(stage)
    await person.api.waitingList.decline({ params })
    return { path: `/links/${token}` }
  }),
  state('used-booking-back', async (stage) => {
    const { guest, ticket, token } = await bookingLink(stage)
    await guest.api.tickets.return({ params: { ticketId: ticket.id }, body: { numberOfTickets: 2 } })
    return { path: `/links/${token}` }
  }),
  state('used-booking-postponed', async (stage) => ({ path: `/links/${(await bookingLink(stage)).token}` })),
  state('used-booking-ended', async (stage) => ({
    path: `/links/${(await bookingLink(stage)).token}`,
    before: asEnded,
  })),
  state('used-reset', async (stage) => {
    const token = await resetToken(stage)
    const body = { newPassword: DEMO_PASSWORD }
    await stage.client().auth.resetPassword({ params: { token }, body })
    return {
      path: `/reset-password?token=${token}`,
      async act(page) {
        await newPassword(page)
        await page.getByRole('button', { name: 'Request a new link' }).waitFor()
      },
    }
  }),
  state('used-reset-new-link', async () => ({
    path: '/reset-password',
    act: (page) => press(page, /link/i),
  })),
  state('reset-password-done', async (stage) => ({
    path: `/reset-password?token=${await resetToken(stage)}`,
    async act(page) {
      await newPassword(page)
      await page.getByText('Redirecting to login').waitFor()
    },
  })),
  state('used-invitation', async (stage) => {
    const { manager, token, path } = await invited(stage)
    await manager.api.team.acceptInvitation({ params: { token } })
    return { path, who: manager }
  }),
  state('used-invitation-withdrawn', async (stage) => {
    const { creator, manager, event, path } = await invited(stage)
    await creator.api.team.withdrawInvitation({ params: { eventId: event.id }, query: { email: manager.email } })
    return { path, who: manager }
  }),
  state('used-place', async (stage) => {
    const { guest, ticket } = await booked(stage, 2)
    const params = { ticketId: ticket.id }
    const { code, id } = await guest.api.places.send({ params })
    await guest.api.places.takeBack({ params: { ...params, placeId: id } })
    return { path: `/places/${code}` }
  }),
]
