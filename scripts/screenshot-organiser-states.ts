// States of the organiser's screens and of the door, made anew for every picture.
import type { Page } from '@playwright/test'
import { wedge } from '../e2e/support/door.ts'
import { booked, offered, press, type Scene, type State } from './screenshot-scenes.ts'
import type { Stage } from './screenshot-stage.ts'

async function managed(stage: Stage) {
  const set = await booked(stage, 2)
  const { creator, event } = set
  const params = { eventId: event.id }
  await creator.api.guests.add({ params, body: { name: 'Aunt Nuala', numberOfTickets: 1 } })
  await stage.book(await stage.person('Bartholomew', 'Featherstonehaugh-Montgomery'), event.id, 4)
  await creator.api.team.invite({ params, body: { email: 'tom.okafor@example.org' } })
  return { ...set, path: `/events/${event.id}/manage` }
}

const manage = (
  name: string,
  act: Scene['act'],
  more?: (set: Awaited<ReturnType<typeof managed>>) => Promise<unknown>,
): State => ({
  name: `manage-${name}`,
  async set(stage) {
    const set = await managed(stage)
    await more?.(set)
    return { path: set.path, who: set.creator, act }
  },
})

const writeMessage = async (page: Page) => {
  await page.getByLabel('Subject').fill('Doors open at seven')
  await page.getByLabel('Message', { exact: true }).fill('Bring a warm coat.\nThe shed has no heating.')
  await press(page, 'Preview')
}

async function night(stage: Stage, capacity = 40) {
  const times = { startTime: stage.at(0.5), endTime: stage.at(3.5), capacity }
  const set = await booked(stage, 1, times)
  const group = await stage.book(await stage.person('Bríd', 'Ní Mhaoláin'), set.event.id, 3)
  const params = { eventId: set.event.id }
  const { token } = await set.creator.api.door.createLink({ params, body: { name: 'Main door', mayAdd: true } })
  return { ...set, group, path: `/door#${token}` }
}

type Night = Awaited<ReturnType<typeof night>>

const door = (
  name: string,
  act: (page: Page, set: Night, stage: Stage) => Promise<unknown>,
  capacity?: number,
): State => ({
  name: `door-${name}`,
  async set(stage) {
    const set = await night(stage, capacity)
    return {
      path: set.path,
      async act(page) {
        await page.getByRole('status').filter({ hasText: 'All sent' }).waitFor()
        await act(page, set, stage)
      },
    }
  },
})

export const ORGANISER_STATES: State[] = [
  {
    name: 'manage-new',
    async set(stage) {
      const creator = await stage.person('Cora', 'Lynch')
      return { path: `/events/${(await stage.event(creator)).id}/manage`, who: creator }
    },
  },
  {
    name: 'manage-sold-out',
    async set(stage) {
      const { creator, event } = await offered(stage)
      const params = { eventId: event.id }
      for (const numberOfTickets of [4, 1])
        await (await stage.person('Bríd', 'Ní Mhaoláin')).api.waitingList.join({ params, body: { numberOfTickets } })
      return { path: `/events/${event.id}/manage`, who: creator }
    },
  },
  manage('team', async (page) => {
    await page.getByText('Who did what').click()
    await page.getByRole('heading', { name: 'Team' }).scrollIntoViewIfNeeded()
  }),
  manage('add-guest', (page) => press(page, 'Add a guest')),
  manage('add-guest-done', async (page) => {
    await press(page, 'Add a guest')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Uncle Séamus')
    await dialog.getByLabel('Mail address (optional)').fill('seamus@example.org')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('is on the list').waitFor()
  }),
  manage('nobody-found', (page) => page.getByLabel('Search by name or mail address').fill('nobody at all')),
  manage('take-back', (page) => press(page, /^Take back the booking of Aoife/)),
  manage('message-preview', writeMessage),
  manage('message-sent', async (page) => {
    await writeMessage(page)
    await press(page, /^Send to/)
    await page.getByText('Sent before').waitFor()
  }),
  manage('door-link', async (page) => {
    await page.getByLabel('Name of the door').fill('Main door')
    await press(page, 'Make a link')
    await page.getByLabel('Link to the door').waitFor()
  }),
  manage('cancel', (page) => press(page, 'Cancel event')),
  manage('postpone', (page) => press(page, 'Postpone')),
  manage('delete', (page) => press(page, 'Delete')),
  manage('cancelled', undefined, ({ creator, event }) =>
    creator.api.eventStates.cancel({ params: { eventId: event.id }, body: { note: 'The shed has flooded.' } }),
  ),
  manage(
    'reinstate',
    (page) => press(page, 'Bring it back'),
    ({ creator, event }) => creator.api.eventStates.cancel({ params: { eventId: event.id }, body: {} }),
  ),
  manage('postponed', undefined, ({ creator, event }) =>
    creator.api.eventStates.postpone({ params: { eventId: event.id }, body: {} }),
  ),
  {
    name: 'team-invitation',
    async set(stage) {
      const [creator, manager] = [await stage.person('Cora', 'Lynch'), await stage.person('Tom', 'Okafor')]
      const event = await stage.event(creator)
      await creator.api.team.invite({ params: { eventId: event.id }, body: { email: manager.email } })
      return {
        path: `/team-invitations/${await stage.fromMail(manager, /\/team-invitations\/([\w-]+)/)}`,
        who: manager,
      }
    },
  },
  door('search', (page) => page.getByLabel('Search by name').fill('ao')),
  door('search-nobody', (page) => page.getByLabel('Search by name').fill('zzz')),
  door('in', (page, { ticket }) => wedge(page, ticket.code)),
  door('choose', (page, { group }) => wedge(page, group.code)),
  door('twice', async (page, { ticket }) => {
    await wedge(page, ticket.code)
    await page.locator('[data-verdict=in]').waitFor()
    await wedge(page, ticket.code)
  }),
  door('unknown', (page) => wedge(page, 'ABCDEFGHJKMNPQRS')),
  door(
    'full',
    async (page) => {
      await page.getByLabel('Walk-in').fill('Séamus')
      await press(page, 'Let in')
    },
    4,
  ),
  door('recent', async (page, { ticket }) => {
    await wedge(page, ticket.code)
    await page.locator('[data-verdict=in]').waitFor()
    await press(page, 'Close')
    await page.getByText('Let in by this device').click()
  }),
  door('offline', async (page, { ticket, event }, stage) => {
    const late = await stage.book(await stage.person('Late', 'Comer'), event.id)
    await page.context().setOffline(true)
    await wedge(page, ticket.code)
    await page.locator('[data-verdict=in]').waitFor()
    await wedge(page, late.code)
  }),
  door('keyboard', async (page) => {
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  }),
  { name: 'door-no-link', set: async () => ({ path: '/door' }) },
  door('closed', async (page, { creator, event }) => {
    const params = { eventId: event.id }
    const [link] = await creator.api.door.listLinks({ params })
    await creator.api.door.revokeLink({ params: { ...params, linkId: link?.id ?? 0 } })
    await page.getByText('This door is closed').waitFor()
  }),
]
