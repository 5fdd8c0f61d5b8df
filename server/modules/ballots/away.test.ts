// Ballots of events that are away for a while, and of people who are (docs/product/ballot.md).
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import { offers } from '../../db/schema/waiting-list.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import {
  before,
  CLOSES,
  NUMBER,
  useBallotWorld,
  type BallotWorld,
  type Scene,
} from '../../test-support/ballot-scene.ts'
import { type EventFields, type Person } from '../../test-support/world.ts'

let w: BallotWorld

useBallotWorld((opened) => (w = opened))

describe('an event that is not taking place for now', () => {
  const away: [name: string, fields: EventFields][] = [
    ['postponed', { status: 'postponed' }],
    ['cancelled', { status: 'cancelled' }],
    ['hidden', { hiddenAt: before(15 * DAY) }],
  ]
  const set = ({ eventId }: Scene, fields: EventFields) =>
    w.deps.db.update(events).set(fields).where(eq(events.id, eventId))
  const offersOf = ({ eventId }: Scene) =>
    w.deps.db
      .select()
      .from(offers)
      .where(sql`${offers.eventId} = ${eventId} and ${offers.endedAt} is null`)

  test.each(away)('is sealed and drawn in its time while %s, and nobody is offered a place', async (_, fields) => {
    const at = await w.scene({ capacity: 1 })
    const { person } = await w.entrant(at)
    await w.entrant(at)
    await set(at, fields)
    await w.run(CLOSES)
    w.turnTo(NUMBER)
    await w.deps.db.update(ballots).set({ number: '1' }).where(eq(ballots.eventId, at.eventId))
    await w.run(NUMBER)
    const [ballot] = await w.deps.db.select().from(ballots).where(eq(ballots.eventId, at.eventId))
    expect(ballot).toMatchObject({ entries: 2, closedAt: CLOSES, drawnAt: NUMBER, cancelledAt: null })
    expect(await offersOf(at)).toEqual([])
    expect(await w.seats(at.eventId)).toMatchObject({ sold: 0 })
    await expect(person.api.waitingList.accept({ params: at.params, body: {} })).rejects.toThrow()
    // Taking place again, the first of the draw is offered it.
    await set(at, { status: 'published', hiddenAt: null })
    await settleEvent(w.deps, at.eventId)
    expect(await offersOf(at)).toHaveLength(1)
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 1 })
  })

  test('is cancelled by its organiser while places are offered: they are taken back, and nobody accepts one', async () => {
    const at = await w.scene({ capacity: 1 })
    const { person } = await w.entrant(at)
    await w.run(CLOSES)
    w.turnTo(NUMBER)
    await w.number(at, '1')
    expect(await offersOf(at)).toHaveLength(1)
    await at.creator.api.events.cancel({ params: at.params, body: {} })
    expect(await offersOf(at)).toEqual([])
    expect(await w.seats(at.eventId)).toMatchObject({ sold: 0, held: 0 })
    await expect(person.api.waitingList.accept({ params: at.params, body: {} })).rejects.toThrow()
  })

  test('can be deleted before anybody has entered, and its ballot with it', async () => {
    const at = await w.scene({ capacity: 1 })
    await at.creator.api.events.remove({ params: at.params })
    await w.run(CLOSES)
    expect(await w.deps.db.select().from(ballots).where(eq(ballots.eventId, at.eventId))).toEqual([])
  })
})

test('who has left, or deleted their account, gets no email about the ballot after that', async () => {
  const at = await w.scene({ capacity: 5 })
  const [early, late, gone, stays] = [
    await w.entrant(at),
    await w.entrant(at),
    await w.entrant(at),
    await w.entrant(at),
  ]
  await early.person.api.ballots.leave({ params: at.params })
  await w.deps.db.execute(sql`update sessions set proved_at = ${w.now()} where user_id = ${gone.person.id}`)
  await gone.person.api.account.deleteAccount({ body: {} })
  await w.run(CLOSES)
  await late.person.api.ballots.leave({ params: at.params })
  w.turnTo(NUMBER)
  await w.number(at, '1')
  const ofBallot = async ({ person }: { person: Person }) =>
    (await w.kinds(person)).filter((kind) => kind.startsWith('ballot-') || kind.startsWith('offer'))
  expect(await ofBallot(early)).toEqual(['ballot-entered'])
  expect(await ofBallot(gone)).toEqual(['ballot-entered'])
  expect(await ofBallot(late)).toEqual(['ballot-entered', 'ballot-closed'])
  expect(await ofBallot(stays)).toContain('ballot-drawn')
})
