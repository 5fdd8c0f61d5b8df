import Fastify from 'fastify'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'
import type { LinkPurpose } from '../../../contract/link-purposes.ts'
import { id } from '../../../contract/wire.ts'
import { signLink } from '../../access/mail-links.ts'
import { userFinder } from './http.ts'
import { ReadyBytes } from '../../cache/ready-bytes.ts'
import { events } from '../../db/schema/events.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { users } from '../../db/schema/users.ts'
import { bind, registerBindings } from '../../http/bind.ts'
import { installErrorHandling } from '../../http/errors.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

const reply = z.object({ id: z.number(), link: z.unknown() })
const call = (path: string, link: LinkPurpose | undefined, access: 'member' | 'optional' = 'member') =>
  endpoint({ method: 'POST', path, access, may: 'site.use', link, summary: 'for this test', reply })
const ofTicket = { ...call('/tickets/{ticketId}', 'answer'), params: z.object({ ticketId: id }) }

let w: World
let nora: Person
let now = new Date()
const app = Fastify()

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now } })
  nora = await w.person()
  installErrorHandling(app)
  const whoAsks = (_input: unknown, user: { id: number; link?: unknown } | null) => ({
    id: user?.id ?? 0,
    link: user?.link ?? null,
  })
  registerBindings(
    app,
    [
      bind(ofTicket, whoAsks),
      bind(call('/plain/{ticketId}', undefined), whoAsks),
      bind(call('/optional/{ticketId}', undefined, 'optional'), whoAsks),
      bind(call('/offers/{ticketId}', 'offer'), whoAsks),
      bind(call('/events/{eventId}/waiting-list', 'offer'), whoAsks),
    ],
    {
      db: w.deps.db,
      ready: new ReadyBytes({ headers: {} }),
      features: new Set(),
      port: 3000,
      clock: w.deps.clock,
      findUser: userFinder(w.deps),
    },
  )
})
afterAll(async () => {
  await app.close()
  await w.close()
})

interface Booked {
  person: Person
  ticketId: number
  eventId: number
  token: string
}

async function booking(person = nora): Promise<Booked> {
  now = new Date()
  const { id: eventId } = await w.event(person)
  const { id: ticketId } = await person.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
  return { person, ticketId, eventId, token: link(person, ticketId) }
}

const link = (person: Person, subjectId: number, purpose: LinkPurpose = 'answer') =>
  signLink(w.deps.secrets, { purpose, userId: person.id, email: person.email, subjectId })

const ask = (url: string, token: string) =>
  app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } })

test('a link’s token makes the calls of its purpose, for the one ticket it was mailed for', async () => {
  const { ticketId, token } = await booking()
  const answer = await ask(`/tickets/${ticketId}`, token)
  expect(answer.json()).toEqual({ id: nora.id, link: { purpose: 'answer', subjectId: ticketId } })
  // As often as wanted: a scanner that opened it has not used it up.
  expect((await ask(`/tickets/${ticketId}`, token)).statusCode).toBe(200)
})

test('a session’s token goes on, and says that it is no link', async () => {
  const { ticketId } = await booking()
  expect((await ask(`/tickets/${ticketId}`, nora.token)).json()).toEqual({ id: nora.id, link: null })
})

test('an entry’s token makes the calls about its event, also once the entry has ended', async () => {
  const { eventId } = await booking()
  const { eventId: other } = await booking()
  const wish = { numberOfTickets: 2, atLeast: 2, turn: 1 }
  const [entry] = await w.deps.db
    .insert(waitingEntries)
    .values({ eventId, userId: nora.id, ...wish })
    .returning()
  const token = link(nora, entry!.id, 'offer')
  const expected = { id: nora.id, link: { purpose: 'offer', subjectId: entry!.id } }
  expect((await ask(`/events/${eventId}/waiting-list`, token)).json()).toEqual(expected)
  expect((await ask(`/events/${other}/waiting-list`, token)).statusCode).toBe(401)
  await w.deps.db.update(waitingEntries).set({ endedAt: now, ending: 'booked' }).where(eq(waitingEntries.id, entry!.id))
  expect((await ask(`/events/${eventId}/waiting-list`, token)).json()).toEqual(expected)
  expect((await ask(`/events/${eventId}/waiting-list`, link(await w.person(), entry!.id, 'offer'))).statusCode).toBe(
    401,
  )
})

describe('a link’s token opens nothing else', () => {
  test('not another ticket, not even of the same person', async () => {
    const { token } = await booking()
    const { ticketId: other } = await booking()
    for (const named of [other, `0${other}`, 'x', '', '%00'])
      expect((await ask(`/tickets/${named}`, token)).statusCode).toBe(401)
  })

  test('not a call of another purpose, not one that takes no links; where a session is optional it is nobody', async () => {
    const { ticketId, token } = await booking()
    expect((await ask(`/plain/${ticketId}`, token)).statusCode).toBe(401)
    expect((await ask(`/offers/${ticketId}`, token)).statusCode).toBe(401)
    expect((await ask(`/optional/${ticketId}`, token)).json()).toEqual({ id: 0, link: null })
    for (const purpose of ['unsubscribe', 'address', 'offer'] as const)
      expect((await ask(`/tickets/${ticketId}`, link(nora, ticketId, purpose))).statusCode).toBe(401)
  })

  test('not the calls of the product that need an account', async () => {
    const { token } = await booking()
    const headers = { authorization: `Bearer ${token}` }
    for (const url of ['/api/tickets', '/api/users/profile'])
      expect((await w.app.inject({ url, headers })).statusCode).toBe(401)
    expect((await w.app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(401)
  })

  test('not a ticket of somebody else, were it ever signed so', async () => {
    const { ticketId } = await booking()
    expect((await ask(`/tickets/${ticketId}`, link(await w.person(), ticketId))).statusCode).toBe(401)
    expect((await ask('/tickets/999999', link(nora, 999_999))).statusCode).toBe(401)
    expect((await ask('/tickets/4294967295', link(nora, 4_294_967_295))).statusCode).toBe(401)
  })
})

describe('a link ends', () => {
  test('when the event is over, to the second, and not while it is postponed without a date', async () => {
    const { ticketId, eventId, token } = await booking()
    const { endTime } = (await w.deps.db.select().from(events).where(eq(events.id, eventId)))[0]!
    now = new Date(endTime.getTime() - 1)
    expect((await ask(`/tickets/${ticketId}`, token)).statusCode).toBe(200)
    now = endTime
    expect((await ask(`/tickets/${ticketId}`, token)).statusCode).toBe(401)
    await w.deps.db.update(events).set({ status: 'postponed' }).where(eq(events.id, eventId))
    expect((await ask(`/tickets/${ticketId}`, token)).statusCode).toBe(200)
  })

  test('with a new address, though not with another spelling of it', async () => {
    const person = await w.person()
    const { ticketId, token } = await booking(person)
    const move = (email: string) => w.deps.db.update(users).set({ email }).where(eq(users.id, person.id))
    await move(person.email.toUpperCase())
    expect((await ask(`/tickets/${ticketId}`, token)).statusCode).toBe(200)
    await move('elsewhere@example.org')
    expect((await ask(`/tickets/${ticketId}`, token)).statusCode).toBe(401)
  })

  test('with the account', async () => {
    const person = await w.person()
    const token = link(person, 0, 'address')
    await w.deps.db.delete(users).where(eq(users.id, person.id))
    const { findLink } = await import('./queries.ts')
    expect(await findLink(w.deps, token)).toBeNull()
  })
})
