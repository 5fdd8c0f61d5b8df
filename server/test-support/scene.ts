import { randomUUID } from 'node:crypto'
import { uploads } from '../db/schema/storage.ts'
import { surveys } from '../db/schema/surveys.ts'
import type { Scene } from './matrix-row.ts'
import { makeSeries } from './series-scene.ts'
import type { Person, World } from './world.ts'

export interface People {
  creator: Person
  another: Person
  manager: Person
}

/** The people and events that the rows of the matrix name, new each time. */
export async function makeScene(world: World, passwordHash: string): Promise<Scene & People> {
  const n = randomUUID()
  const creator = await world.person({ email: `creator${n}@example.org`, passwordHash })
  const another = await world.person({ email: `another${n}@example.org`, passwordHash })
  const manager = await world.person({ email: `manager${n}@example.org`, passwordHash })
  const managerIds = [manager.id]
  const event = await world.event(creator, { title: 'Matrix Ceilidh', managerIds })
  const draft = await world.event(creator, { status: 'draft', managerIds })
  const { id: bookedId } = await world.event(creator, { managerIds })
  const { id: ticketId } = await creator.api.tickets.book({ body: { eventId: bookedId, numberOfTickets: 2 } })
  const question = { kind: 'text' as const, label: 'What else?', choices: [], required: false }
  const [survey] = await world.deps.db
    .insert(surveys)
    .values({
      eventId: bookedId,
      kind: 'pre-event',

      enabled: true,
      anonymous: false,
      sends: false,
      openedAt: new Date(),
      questions: [question],
    })
    .returning()
  const { id: fullId } = await world.event(creator, { capacity: 1, ticketsSold: 1 })
  await creator.api.waitingList.join({ params: { eventId: fullId }, body: { numberOfTickets: 1 } })
  const pictureKey = `events/matrix-${n}.webp`
  await world.deps.db
    .insert(uploads)
    .values({ key: pictureKey, userId: creator.id, contentType: 'image/webp', storedAt: new Date() })
  const door = await creator.api.door.createLink({
    params: { eventId: event.id },
    body: { name: 'Main door', mayAdd: true },
  })
  const series = await makeSeries(world, creator, managerIds)
  return {
    ...series,
    creator,
    another,
    manager,
    managerId: manager.id,
    eventId: event.id,
    draftId: draft.id,
    bookedId,
    ticketId,
    surveyId: survey!.id,
    fullId,
    pictureKey,
    creatorEmail: creator.email,
    creatorId: creator.id,
    doorToken: door.token,
    doorLinkId: door.id,
  }
}
