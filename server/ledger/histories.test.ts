// Random histories of an event's seats, by two instances, with backends and whole processes that die
// (docs/product/seats.md#the-ledger).
import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { hashToken, type SessionUser } from '../http/session.ts'
import { KINDS, PEOPLE, type History } from '../test-support/ledger-acts.ts'
import { busyHistory, history } from '../test-support/ledger-flavours.ts'
import { play, type Stage } from '../test-support/ledger-histories.ts'
import { anotherPool, anotherProcess, type Other } from '../test-support/ledger-others.ts'
import { MemoryTill } from '../test-support/memory-till.ts'
import { openWorld, type Person, type World } from '../test-support/world.ts'

// `npm run trust -- histories` plays thousands.
const HISTORIES = Number(process.env.HISTORIES ?? 200)
// The same ones in every `npm test`, so that it says the same of the same code; others in every `npm run trust`.
const SEED = Number(process.env.HISTORIES_SEED ?? (HISTORIES > 200 ? Date.now() % 2 ** 31 : 1_668_777_147))

// With another process, which takes a second to start again whenever it was killed.
const WITH_PROCESS = Math.ceil(HISTORIES / 40)

const HARD_TO_REACH = [
  'saved up with somebody in front',
  'places sent',
  'two at once, neither refused',
  'died between statements',
]
const WAYS_IN = [
  ...['request-accepted', 'request-answered', 'accepted, and waits', 'nobody decided'],
  ...['not to be found', 'nothing to book', 'a newcomer booked', 'a newcomer may ask'],
  ...['seats in an open order', 'orders that ran out', 'offers taken by an order'],
  ...['drawn, and waits', 'drawn and booked', 'nobody entered'],
]
const OUTCOMES = [
  ...[
    'booking',
    'booked-for-you',
    'taken-back',
    'offer',
    'offer-expired',
    'nothing-free',
    'last-places',
    'saved up',
    'place-released',
  ],
  'standing-booked',
  ...['place-handed-back', ...HARD_TO_REACH],
  ...WAYS_IN,
]

let w: World
let scene: Pick<Stage, 'deps' | 'creator' | 'coCreator' | 'people'>
let pool: Other

const asUser = ({ id, email, token }: Person): SessionUser => ({
  id,
  email,
  firstName: 'Nora',
  lastName: 'Byrne',
  tokenHash: hashToken(token),
})

// Nobody caches anything here, and telling of every change would be half of the work.
const quiet = {
  changed: () => undefined,
  counted: () => undefined,
  announce: () => Promise.resolve(() => undefined),
  announceCreator: () => Promise.resolve(() => undefined),
}

beforeAll(async () => {
  w = await openWorld()
  const deps = { ...w.deps, changes: { ...w.deps.changes, ...quiet }, payments: new MemoryTill() } as Deps
  const people: SessionUser[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(asUser(await w.person({ emailConfirmedAt: new Date(0) })))
  const [creator, coCreator] = [await w.person(), await w.person({ emailConfirmedAt: new Date(0) })]
  // Each of them takes it over from the other.
  await w.deps.db
    .update(users)
    .set({ emailConfirmedAt: new Date(0) })
    .where(eq(users.id, creator.id))
  scene = { deps, creator: asUser(creator), coCreator: asUser(coCreator), people }
  pool = await anotherPool(deps, w.databaseUrl)
})
afterAll(async () => {
  await pool.close()
  await w.close()
})

async function playAll(other: Other, histories: fc.Arbitrary<History>, runs: number) {
  const stage: Stage = { ...scene, other, done: new Map(), seen: new Map() }
  const { failed, errorInstance, counterexample } = await fc.check(
    fc.asyncProperty(histories, async (told) => {
      const complaint = await play(stage, told)
      if (complaint) throw new Error(complaint)
    }),
    { numRuns: runs, seed: SEED, endOnFailure: true },
  )
  const why = `HISTORIES_SEED=${SEED}: ${(errorInstance as Error | null)?.message}\n${JSON.stringify(counterexample)}`
  return { failed, why, ...stage }
}

/** Nothing is proven by what never happened: says how often each did, and returns what did not. */
function missing(wanted: string[], counts: Map<string, number>): string[] {
  const told = wanted.map((what) => `${what} ${counts.get(what) ?? 0}`)
  process.stdout.write(`histories reached: ${told.join(', ')}\n`)
  return wanted.filter((what) => !counts.has(what))
}

test(`${HISTORIES} histories come out as predicted: no seat sold twice, lost, or given past who was first (seed ${SEED})`, async () => {
  const { failed, why, done, seen } = await playAll(pool, history, HISTORIES)
  expect(failed, why).toBe(false)
  expect(missing(KINDS, done)).toEqual([])
  expect(missing(OUTCOMES, seen)).toEqual([])
}, 1_800_000)

test(`so do ${WITH_PROCESS} with another process on the same seats, which is killed with -9 between two statements`, async () => {
  const other = await anotherProcess(w.databaseUrl)
  onTestFinished(() => other.close())
  const { failed, why, seen } = await playAll(other, busyHistory, WITH_PROCESS)
  expect(failed, why).toBe(false)
  expect(missing(HARD_TO_REACH, seen)).toEqual([])
}, 1_800_000)

const LOCK = ' FOR NO KEY UPDATE;'

test('without the lock the same histories go wrong', async () => {
  for (const name of ['lock-event', 'book-places']) {
    const source = await readFile(new URL(`../db/functions/${name}.sql`, import.meta.url), 'utf8')
    expect(source.split(LOCK), `the lock is once in ${name}`).toHaveLength(2)
    await w.deps.db.execute(sql.raw(source.replace(LOCK, ';')))
  }
  expect(await playAll(pool, history, HISTORIES)).toMatchObject({ failed: true })
})
