// States that a screen is in only after somebody has done something: what they share.
import type { Page } from '@playwright/test'
import type { Person, Stage } from './screenshot-stage.ts'

/** Where the picture is taken, by whom, and what is done there before. */
export interface Scene {
  path: string
  who?: Person
  before?: (page: Page) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
}

export interface State {
  name: string
  set: (stage: Stage) => Promise<Scene>
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** A creator, an event and a guest with a ticket of so many seats. */
export async function booked(stage: Stage, seats: number, fields: Parameters<Stage['event']>[1] = {}) {
  const [creator, guest] = [await stage.person('Cora', 'Lynch'), await stage.person('Aoife', 'Kelly')]
  const event = await stage.event(creator, fields)
  return { creator, guest, event, ticket: await stage.book(guest, event.id, seats) }
}

export async function waiting(stage: Stage) {
  const set = await booked(stage, 2, { capacity: 2 })
  const params = { eventId: set.event.id }
  const person = await stage.person('Nora', 'Byrne')
  await person.api.waitingList.join({ params, body: { numberOfTickets: 2, atLeast: 1 } })
  return { ...set, person, params, path: `/events/${set.event.id}` }
}

/** Two places are offered to who waits. */
export async function offered(stage: Stage) {
  const set = await waiting(stage)
  const { title, description, venue, timeZone, startTime, endTime, version } = set.event
  await set.creator.api.events.update({
    params: set.params,
    body: { title, description, venue, timeZone, startTime, endTime, version, isDraft: false, capacity: 4 },
  })
  return set
}
