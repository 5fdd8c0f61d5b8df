import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '../contract/api.ts'
import { FEATURE_NAMES } from '../contract/features.ts'
import { rolesThatMay } from '../contract/permissions.ts'
import { eq } from 'drizzle-orm'
import { sessions } from './db/schema/auth.ts'
import { hashToken, newToken } from './http/session.ts'
import { hashPassword } from './modules/auth/passwords.ts'
import { expectedOf, MATRIX, rowsOf } from './test-support/authorization-matrix.ts'
import type { Scene } from './test-support/matrix-row.ts'
import { makeScene, type People } from './test-support/scene.ts'
import { CALLERS, PASSWORD, type CallerKind } from './test-support/expected-answers.ts'
import { callInjected, nameOf } from './test-support/injected-call.ts'
import { openWorld, type World } from './test-support/world.ts'

const HOUR = 3_600_000
let world: World
let passwordHash: string

beforeAll(async () => {
  // Every feature on: a call that is hidden while its feature is off would answer 404 to everybody.
  world = await openWorld({ config: { features: new Set(FEATURE_NAMES) } })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => world.close())

const newScene = () => makeScene(world, passwordHash)

const TOKENS: Record<CallerKind, (people: Scene & People) => Promise<string | null> | string | null> = {
  visitor: () => null,
  another: ({ another }) => another.token,
  manager: ({ manager }) => manager.token,
  creator: ({ creator }) => creator.token,
  async expired({ creator }) {
    const token = newToken()
    const expiresAt = new Date(world.deps.clock().getTime() - HOUR)
    await world.deps.db.insert(sessions).values({ tokenHash: hashToken(token), userId: creator.id, expiresAt })
    return token
  },
  async revoked({ creator }) {
    await world.deps.db.delete(sessions).where(eq(sessions.tokenHash, hashToken(creator.token)))
    return creator.token
  },
  door: ({ doorToken }) => doorToken,
  malformed: () => "' or 1=1 --",
}

test('every call of the contract has a row, and every row a call', () => {
  const calls = allEndpoints.map(nameOf)
  expect(calls.filter((call) => rowsOf(call).length === 0)).toEqual([])
  expect(
    Object.keys(MATRIX).filter((row) => !calls.some((call) => row === call || row.startsWith(`${call} (`))),
  ).toEqual([])
})

test('no call that needs an account answers anybody without one', () => {
  for (const endpoint of allEndpoints.filter(({ access }) => access === 'member')) {
    for (const [, row] of rowsOf(nameOf(endpoint))) {
      const expected = expectedOf(endpoint, row)
      for (const kind of ['visitor', 'expired', 'revoked', 'malformed', 'door'] as const)
        expect(expected[kind]).toBe(401)
    }
  }
})

test('a call that visitors may make asks for no account, and any other asks for one', () => {
  for (const { access, may } of allEndpoints) {
    expect(access === 'member' || access === 'door').toBe(!rolesThatMay(may).includes('visitor'))
  }
})

const ROWS = allEndpoints.flatMap((endpoint) =>
  rowsOf(nameOf(endpoint)).map(([name, row]) => ({ name, row, endpoint })),
)

describe.each(ROWS)('$name', ({ row, endpoint }) => {
  let scene: Scene & People
  beforeAll(async () => {
    scene = await newScene()
  })

  test.for(CALLERS.map((kind) => ({ kind, status: expectedOf(endpoint, row)[kind] })))(
    '$kind: $status',
    async ({ kind, status }) => {
      const token = await TOKENS[kind](scene)
      const headers = token === null ? undefined : { authorization: `Bearer ${token}` }
      const response = await callInjected(world.app, endpoint, row.request(scene), headers)
      expect({ status: response.statusCode, body: response.body.slice(0, 200) }).toMatchObject({ status })
    },
  )
})
