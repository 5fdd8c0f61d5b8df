// Random histories of an event's seats, by two instances, with backends that die (docs/product/seats.md#the-ledger).
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { SessionUser } from '../http/session.ts'
import { connectionKiller } from '../test-support/killed-connections.ts'
import { history, KINDS, PEOPLE } from '../test-support/ledger-acts.ts'
import { play, type Stage } from '../test-support/ledger-histories.ts'
import { openWorld, type Person, type World } from '../test-support/world.ts'

// `npm run trust -- histories` plays thousands.
const HISTORIES = Number(process.env.HISTORIES ?? 200)
// The same ones in every `npm test`, so that it says the same of the same code; others in every `npm run trust`.
const SEED = Number(process.env.HISTORIES_SEED ?? (HISTORIES > 200 ? Date.now() % 2 ** 31 : 1_668_777_147))

const OUTCOMES = [
  ...['booking', 'booked-for-you', 'taken-back', 'offer', 'offer-expired', 'nothing-free', 'last-places', 'saved up'],
  'place-handed-back',
]

let w: World
let second: Db
let stage: Stage

const asUser = ({ id, email }: Person): SessionUser => ({
  ...{ id, email, firstName: 'Nora', lastName: 'Byrne', tokenHash: Buffer.alloc(0) },
})

// Nobody caches anything here, and telling of every change would be half of the work.
const quiet = { changed: () => undefined, counted: () => undefined, announce: () => Promise.resolve(() => undefined) }

beforeAll(async () => {
  w = await openWorld()
  second = openDatabase(w.databaseUrl)
  const deps = { ...w.deps, changes: { ...w.deps.changes, ...quiet } } as Deps
  const people: SessionUser[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(asUser(await w.person()))
  stage = {
    instances: [deps, { ...deps, db: second }],
    killer: await connectionKiller(second.$client, w.databaseUrl),
    creator: asUser(await w.person()),
    people,
    done: new Map(),
    seen: new Set(),
  }
})
afterAll(async () => {
  await stage.killer.close()
  await second.$client.end()
  await w.close()
})

const playAll = (runs: number, seed: number) =>
  fc.check(
    fc.asyncProperty(history, async (told) => {
      const complaint = await play(stage, told)
      if (complaint) throw new Error(complaint)
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )

test(`${HISTORIES} histories come out as predicted: no seat sold twice, lost, or given past who was first (seed ${SEED})`, async () => {
  const { failed, errorInstance, counterexample } = await playAll(HISTORIES, SEED)
  const why = (errorInstance as Error | null)?.message
  expect(failed, `HISTORIES_SEED=${SEED}: ${why}\n${JSON.stringify(counterexample)}`).toBe(false)
  // Nothing is proven by what never happened.
  expect(KINDS.filter((kind) => !stage.done.has(kind))).toEqual([])
  expect(OUTCOMES.filter((outcome) => !stage.seen.has(outcome))).toEqual([])
}, 1_800_000)

const LOCK = ' FOR NO KEY UPDATE;'

test('without the lock the same histories go wrong', async () => {
  for (const name of ['lock-event', 'book-places']) {
    const source = await readFile(new URL(`../db/functions/${name}.sql`, import.meta.url), 'utf8')
    expect(source.split(LOCK), `the lock is once in ${name}`).toHaveLength(2)
    await w.deps.db.execute(sql.raw(source.replace(LOCK, ';')))
  }
  expect(await playAll(HISTORIES, SEED)).toMatchObject({ failed: true })
})
