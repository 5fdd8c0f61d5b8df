// Neither words, nor work, nor time reveal whether an account exists. Work is counted and time is held by the test:
// a clock on the wall would only tell how busy the machine is.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { overheard } from './test-support/query-plans.ts'
import { openWorld, type World } from './test-support/world.ts'
import { tickets } from './db/schema/tickets.ts'
import { users } from './db/schema/users.ts'
import { hashPassword } from './modules/auth/passwords.ts'

const work = vi.hoisted(() => ({ verified: 0, costs: new Set<string>() }))
const floor = vi.hoisted(() => ({ steps: [] as string[], held: [] as (() => void)[], isHeld: false }))

vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    verify: (hashed, ...rest) => {
      work.verified++
      // What a verification costs is part of the hash: $argon2id$v=19$m=19456,t=2,p=1$…
      work.costs.add(String(hashed).split('$').slice(1, 4).join(' '))
      return real.verify(hashed, ...rest)
    },
  }
})

vi.mock(import('node:timers/promises'), async (importOriginal) => {
  const real = await importOriginal()
  const setTimeout = (ms?: number, ...rest: unknown[]) => {
    if (!floor.isHeld) return real.setTimeout(ms, ...rest)
    floor.steps.push(`wait ${ms}`)
    return new Promise<void>((resolve) => floor.held.push(resolve))
  }
  return { ...real, setTimeout: setTimeout as typeof real.setTimeout }
})

const ADDRESSES = {
  known: 'known@example.org',
  google: 'google@example.org',
  unknown: 'unknown@example.org',
  malformed: 'unknown at example',
  'in other letters': 'unknİwn@example.org',
}

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.person({ email: ADDRESSES.known, passwordHash: await hashPassword('correct horse') })
  await world.person({ email: ADDRESSES.google })
  const creator = await world.person()
  const { id: eventId } = await world.event(creator)
  for (const person of await world.deps.db.select().from(users))
    await world.deps.db.insert(tickets).values({ eventId, userId: person.id, numberOfTickets: 1 })
})
afterAll(() => world.close())

const ask = async (url: string, payload: object) => {
  const response = await world.app.inject({ method: 'POST', url, payload })
  const { date: _date, 'x-request-id': _id, 'set-cookie': cookies, ...headers } = response.headers
  // Each browser has its own.
  const names = [cookies].flat().map((cookie) => cookie?.replace(/=[^;]*/, ''))
  return [response.statusCode, response.body, headers, names]
}

describe('signing in with a wrong password', () => {
  beforeEach(() => {
    work.verified = 0
    work.costs.clear()
  })

  test.each(Object.entries(ADDRESSES))('as %s is one verification of the same cost', async (_kind, email) => {
    const answer = await ask('/api/auth/login', { email, password: 'a guess' })
    expect(answer).toEqual(await ask('/api/auth/login', { email: ADDRESSES.unknown, password: 'a guess' }))
    expect(answer[0]).toBe(401)
    expect(work.verified).toBe(2)
    expect([...work.costs]).toEqual(['argon2id v=19 m=19456,t=2,p=1'])
  })
})

const BY_EMAIL = ['/api/auth/forgot-password', '/api/auth/code', '/api/tickets/resend']

describe.each(BY_EMAIL)('asking %s for an email', (url) => {
  test.each([
    ['known', ADDRESSES.known],
    ['google', ADDRESSES.google],
    ['unknown', ADDRESSES.unknown],
  ])('as %s is answered when 150 ms are over, counted from the start', async (_kind, email) => {
    Object.assign(floor, { steps: [], held: [], isHeld: true })
    const add = world.deps.mails.add.bind(world.deps.mails)
    const mailed = vi.spyOn(world.deps.mails, 'add').mockImplementation((...args) => {
      floor.steps.push('mail')
      return add(...args)
    })
    let answer: unknown
    const asked = ask(url, { email }).then((reply) => (answer = reply))
    // The clock runs while the email is written, not after it.
    const steps = email === ADDRESSES.unknown ? ['wait 150'] : ['wait 150', 'mail']
    await expect.poll(() => floor.steps).toEqual(steps)
    // Other calls are answered, this one is not.
    await world.visitor.geo.city({ query: { lat: '53.35', lng: '-6.26' } })
    expect(answer).toBeUndefined()
    floor.isHeld = false
    floor.held.forEach((release) => release())
    expect((await asked)[0]).toBe(url.endsWith('password') ? 200 : 202)
    mailed.mockRestore()
  })

  test('is answered alike', async () => {
    const answers = await Promise.all(
      [ADDRESSES.known, ADDRESSES.google, ADDRESSES.unknown].map((email) => ask(url, { email })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})

describe('trying a code', () => {
  test('is the same work and the same answer with an account and without', async () => {
    const tried = async (email: string) => {
      let answer: unknown
      const statements = await overheard(async () => {
        answer = await ask('/api/auth/code/verify', { email, code: '123456' })
      }, /sign_in_codes|from "users"/)
      return { answer, statements: statements.map(({ text }) => text) }
    }
    const known = await tried(ADDRESSES.known)
    expect(known.statements).toHaveLength(2)
    expect(await tried(ADDRESSES.unknown)).toEqual(known)
    expect(await tried(ADDRESSES.malformed)).toEqual(known)
  })
})

describe('asking for another address', () => {
  test('that has an account, or has none, is the same answer after the same work', async () => {
    const asked = async (email: string) => {
      const { token } = await world.person()
      const statements = await overheard(async () => {
        const headers = { authorization: `Bearer ${token}` }
        const { statusCode, body } = await world.app.inject({
          method: 'POST',
          url: '/api/users/change-address',
          payload: { email },
          headers,
        })
        answers.push([statusCode, body])
        // What is asked beside it, whether the listening connection lives, names no table.
      }, /^select .* from "/is)
      return statements.map(({ text }) => text)
    }
    const answers: unknown[] = []
    const [known, google, unknown] = [
      await asked(ADDRESSES.known),
      await asked(ADDRESSES.google),
      await asked('nobody@example.org'),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([202, expect.stringContaining('We have sent a link to the new address.')])
    expect(known).not.toEqual([])
    expect([google, unknown]).toEqual([known, known])
  })
})
