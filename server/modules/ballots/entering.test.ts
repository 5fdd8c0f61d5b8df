// Entering a ballot by many at the same moment, and while its list is being sealed.
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leafOf } from '../../../contract/ballot.ts'
import type { Db, Tx } from '../../db/client.ts'
import { ballotEntries, ballots } from '../../db/schema/ballots.ts'
import { salt, useBallotWorld, type BallotWorld } from '../../test-support/ballot-scene.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { soon } from '../../test-support/soon.ts'
import { commitEntries } from './entering.ts'
import { lockBallot } from './queries.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let w: BallotWorld

useBallotWorld((opened) => (w = opened))

test('many who enter at once are all in it, each once', async () => {
  const at = await w.scene()
  const people = await Promise.all(Array.from({ length: 12 }, w.member))
  await Promise.all(
    people.flatMap(({ api }) =>
      [1, 2].map((places) => api.ballots.enter({ params: at.params, body: { seats: places, salt: salt() } })),
    ),
  )
  const rows = await w.deps.db
    .select()
    .from(ballotEntries)
    .innerJoin(ballots, eq(ballots.id, ballotEntries.ballotId))
    .where(eq(ballots.eventId, at.eventId))
  expect([rows.length, rows[0]?.ballots.entries]).toEqual([12, 12])
})

test('who enters three times in one commit is in it once, as they said last', async () => {
  const at = await w.scene()
  const { id: userId } = await w.member()
  const [first, last] = [salt(), salt()]
  const asked = (numberOfTickets: number, idempotencyKey: string) => ({
    userId,
    eventId: at.eventId,
    numberOfTickets,
    idempotencyKey,
  })
  const requests = [asked(1, first), asked(2, last), asked(2, last)]
  const outcomes = await commitEntries(w.deps.db, requests, w.now())
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['entered', 'changed', 'repeated'])
  const rows = await w.deps.db.select().from(ballotEntries).where(eq(ballotEntries.userId, userId))
  const receipt = { eventId: at.eventId, entryId: outcomes[0]?.entryId ?? 0, seats: 2, salt: last }
  expect(rows).toMatchObject([{ id: receipt.entryId, seats: 2, salt: last, leaf: leafOf(sha256, receipt) }])
})

test('who enters while the list is being sealed is not in it', async () => {
  const at = await w.scene()
  await w.entrant(at)
  const late = await w.member()
  const { id } = await w.visitor.ballots.ofEvent({ params: at.params, query: {} })
  let entering: Promise<unknown> = Promise.resolve()
  await w.deps.db.transaction(async (tx) => {
    await lockBallot(tx, id)
    entering = late.api.ballots
      .enter({ params: at.params, body: { seats: 1, salt: salt() } })
      .catch((error: unknown) => error)
    await soon(async () => expect(await blockedOn(w.deps.db)).toBe(1))
    await tx
      .update(ballots)
      .set({ closedAt: w.now(), root: sha256('a list') })
      .where(eq(ballots.id, id))
  })
  expect(await entering).toMatchObject({ status: 409, message: expect.stringMatching(/has closed/) as string })
  expect(await w.deps.db.$count(ballotEntries, eq(ballotEntries.ballotId, id))).toBe(1)
})

test('who enters on two servers at once is in it once, as they said last', async () => {
  const at = await w.scene()
  const { id: userId } = await w.member()
  const { db } = w.deps
  const enter = (on: Tx | Db, numberOfTickets: number) =>
    commitEntries(on, [{ userId, eventId: at.eventId, numberOfTickets, idempotencyKey: salt() }], w.now())
  let second: Promise<unknown> = Promise.resolve()
  const first = await db.transaction(async (tx) => {
    const entered = await enter(tx, 1)
    second = enter(db, 2).catch((error: unknown) => error)
    await soon(async () => expect(await blockedOn(db)).toBe(1))
    return entered
  })
  expect(first).toMatchObject([{ outcome: 'entered' }])
  expect(await second).toMatchObject([{ outcome: 'changed', entryId: first[0]?.entryId }])
})
