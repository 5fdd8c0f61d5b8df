import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../contract/durations.ts'
import { allEndpoints, api } from '../contract/api.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { FEATURE_NAMES } from '../contract/features.ts'
import { permissionName, rolesThatMay } from '../contract/permissions.ts'
import { eq, inArray } from 'drizzle-orm'
import Fastify from 'fastify'
import { ReadyBytes } from './cache/ready-bytes.ts'
import { sessions } from './db/schema/auth.ts'
import { events } from './db/schema/events.ts'
import { bind, registerBindings } from './http/bind.ts'
import { installErrorHandling } from './http/errors.ts'
import { hashToken, newToken } from './http/session.ts'
import { userFinder } from './modules.ts'
import { hashPassword } from './modules/auth/passwords.ts'
import { expectedOf, MATRIX, rowsOf } from './test-support/authorization-matrix.ts'
import type { Scene } from './test-support/matrix-row.ts'
import { makeScene, type People } from './test-support/scene.ts'
import { CALLERS, PASSWORD, type CallerKind } from './test-support/expected-answers.ts'
import { callInjected, nameOf } from './test-support/injected-call.ts'
import { openWorld, type World } from './test-support/world.ts'

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

describe('a call whose command asks for nothing', () => {
  /** As the contract has it, and answered to anybody who gets there. */
  const reach = async (endpoint: AnyEndpoint, params: Record<string, string>, token: string | null) => {
    const { db, clock, config } = world.deps
    const app = Fastify()
    installErrorHandling(app)
    const options = { db, clock, port: config.port, features: config.features, findUser: userFinder(world.deps) }
    registerBindings(app, [bind(endpoint, () => undefined as never)], {
      ...options,
      ready: new ReadyBytes({ headers: {} }),
    })
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1')
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const { statusCode } = await app.inject({ method: endpoint.method, url: path, headers })
    await app.close()
    return statusCode
  }

  test('is refused to who is not of the event’s team', async () => {
    const { creator, manager, another, eventId } = await newScene()
    const call = (token: string | null) => reach(api.events.remove, { eventId: String(eventId) }, token)
    expect([await call(another.token), await call(manager.token), await call(null)]).toEqual([403, 403, 401])
    expect(await call(creator.token)).toBe(204)
    expect(await reach(api.events.remove, { eventId: '999999' }, creator.token)).toBe(404)
  })

  test('is refused to who has no role', async () => {
    const { another } = await newScene()
    expect(await reach(api.moderation.listRoles, {}, another.token)).toBe(403)
  })
})

test('a permission has one name, and a name one list of roles', () => {
  const roles = new Map(allEndpoints.map(({ may }) => [permissionName(may), rolesThatMay(may)]))
  for (const { may } of allEndpoints) expect(rolesThatMay(may)).toEqual(roles.get(permissionName(may)))
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

describe('an unlisted event is not there for strangers', () => {
  const NOBODYS = 2_000_000_000
  let scene: Scene & People
  beforeAll(async () => {
    scene = await newScene()
    const unlisted = [scene.eventId, scene.bookedId, scene.fullId]
    await world.deps.db
      .update(events)
      .set({ linkKey: 'K'.repeat(22) })
      .where(inArray(events.id, unlisted))
  })

  // Calls that name an event, in whatever part of the request.
  const written = (row: (typeof ROWS)[number]['row'], id: number) =>
    JSON.stringify(row.request({ eventId: id, bookedId: id, fullId: id } as Scene)).replace(/[\da-f-]{36}/g, 'random')
  const naming = ROWS.filter(({ row }) => written(row, 1) === written(row, 1) && written(row, 1) !== written(row, 2))

  test.each(naming)('$name', async ({ row, endpoint }) => {
    const missing = { ...scene, eventId: NOBODYS, bookedId: NOBODYS, fullId: NOBODYS }
    for (const token of [null, scene.another.token]) {
      const headers = token === null ? undefined : { authorization: `Bearer ${token}` }
      const ask = async (named: Scene) => {
        const { statusCode, body } = await callInjected(world.app, endpoint, row.request(named), headers)
        return { statusCode, body: statusCode < 300 ? '' : body }
      }
      expect(await ask(scene)).toEqual(await ask(missing))
    }
  })

  test('the walk is over most calls of the contract that name an event', () => {
    const paths = allEndpoints.filter(({ path }) => path.includes('{eventId}')).map(nameOf)
    const walked = naming.map(({ endpoint }) => nameOf(endpoint))
    expect(paths.filter((path) => !walked.includes(path))).toEqual([])
  })
})
