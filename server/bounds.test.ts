// One request of any call costs the database no more than its row of the table says, though there is more of everything
// than one answer may hold.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../contract/api.ts'
import { FEATURE_NAMES } from '../contract/features.ts'
import { hashPassword } from './modules/auth/passwords.ts'
import { MATRIX } from './test-support/authorization-matrix.ts'
import { BOUNDS } from './test-support/bounds.ts'
import { costOf } from './test-support/cost-of.ts'
import { crowd, crowdOfManaged, crowdOfSeries, openCrowd } from './test-support/crowd.ts'
import { PASSWORD } from './test-support/expected-answers.ts'
import { callInjected, nameOf } from './test-support/injected-call.ts'
import type { Bound } from './test-support/module-rows.ts'
import { makeScene } from './test-support/scene.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

// More than any page, and enough for a statement a row to stand out.
const CROWD = 550
// Where a bound says fewer rows and statements than these, one for each of them is over it: the whole crowd adds but time.
const FEW = 100

let w: World
let moderator: Person
let passwordHash: string
let toRead: Awaited<ReturnType<typeof crowdedScene>>

async function crowdedScene(size = CROWD) {
  const scene = { ...(await makeScene(w, passwordHash)), moderatorId: moderator.id }
  await crowd(w, scene, size)
  return scene
}

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(FEATURE_NAMES) } })
  passwordHash = await hashPassword(PASSWORD)
  moderator = await w.person({ role: 'administrator' })
  await openCrowd(w, CROWD)
  toRead = await crowdedScene()
  await crowdOfManaged(w, toRead)
  // As autovacuum would have: plans made for empty tables say nothing about a crowd.
  await w.deps.db.execute(sql`analyze`)
})
afterAll(() => w.close())

const callOf = (name: string) => name.replace(/ \(.*\)$/, '')

test('every call of the contract states its bounds, and every row is a call', () => {
  const calls = allEndpoints.map(nameOf)
  expect(calls.filter((call) => !(call in BOUNDS))).toEqual([])
  expect(Object.keys(BOUNDS).filter((name) => !calls.includes(callOf(name)))).toEqual([])
})

const crowdFor = (bound: Bound) => ('atOnce' in bound || Math.max(bound.rows, bound.statements) >= FEW ? CROWD : FEW)

const isOfSeries = (name: string) => name.includes('{seriesId}')
// Those with a crowd of dates come last, so that no list has these dates in it.
const ROWS = Object.entries(BOUNDS)
  .map(([name, bound]) => ({ name, bound }))
  .toSorted((one, other) => Number(isOfSeries(one.name)) - Number(isOfSeries(other.name)))

test.for(ROWS)('$name', async ({ name, bound }) => {
  const endpoint = allEndpoints.find((call) => nameOf(call) === callOf(name))
  const request = bound.request ?? MATRIX[name]?.request
  if (!endpoint || !request) throw new Error('no request')
  const scene = endpoint.method === 'GET' && !isOfSeries(name) ? toRead : await crowdedScene(crowdFor(bound))
  if (isOfSeries(name)) await crowdOfSeries(w, scene)
  const ofModerators = name.includes('/moderation/')
  const token = ofModerators ? moderator.token : endpoint.access === 'door' ? scene.doorToken : scene.creator.token
  const headers = { authorization: `Bearer ${token}` }
  const { result, cost } = await costOf(() => callInjected(w.app, endpoint, request(scene), headers))
  expect(result.statusCode).toBeLessThan(500)
  const bytes = result.rawPayload.length
  expect(exceeded(bound, { ...cost, bytes })).toEqual({})
})

test('a team has an end, which is said', async () => {
  const { creator, eventId } = await crowdedScene()
  const params = { eventId }
  const untilRefused = async (most: number, add: (n: number) => Promise<unknown>) => {
    for (let n = 0; n <= most; n++) {
      const refusal = await add(n).then(
        () => null,
        (error: Error) => error.message,
      )
      if (refusal) return refusal
    }
    return 'never'
  }
  const invite = (n: number) => creator.api.team.invite({ params, body: { email: `one${n}@example.org` } })
  expect(await untilRefused(20, invite)).toBe('At most 100 people can run an event, open invitations included.')
  expect((await creator.api.team.get({ params })).invitations).toHaveLength(98)
})

/** What is over its bound. */
function exceeded(bound: Bound, cost: Record<'statements' | 'rows' | 'mostAtOnce' | 'bytes', number>) {
  const limits =
    'atOnce' in bound
      ? { mostAtOnce: bound.atOnce }
      : { statements: bound.statements, rows: bound.rows, bytes: bound.kB * 1_000 }
  return Object.fromEntries(
    Object.entries(limits)
      .filter(([what, most]) => cost[what as keyof typeof cost] > most)
      .map(([what, most]) => [what, `${cost[what as keyof typeof cost]} of ${most}`]),
  )
}
