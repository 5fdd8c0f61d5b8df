// While another node takes over: what can be repeated safely waits for it, everything else fails at once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeReadOnly, takeAway } from './test-support/database-trouble.ts'
import { world, type World } from './test-support/world.ts'

const keyed = { 'idempotency-key': 'pressed-once' }

/** The ways in which a database is not there, each with what brings it back. */
const TROUBLES: [string, (w: World) => Promise<() => Promise<void> | void>][] = [
  ['only reads', makeReadOnly],
  ['is away', takeAway],
]

async function ground() {
  const w = await world()
  const guest = await w.person()
  const event = await w.event(await w.person(), { capacity: 10 })
  const book = (headers: object = {}, numberOfTickets = 1) =>
    guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets }, headers })
  return { w, guest, event, book }
}

/** Settled or not, without waiting for it. */
const stateOf = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'answered',
      () => 'refused',
    ),
    nextTurn('waiting'),
  ])

/** The next call has failed at least once by then. */
const failedAttempt = (w: World) => expect(w.deps.db.execute('delete from sessions where false')).rejects.toThrow()

test.each(TROUBLES)('a booking with a key waits while the database %s, and is made once', async (_name, begin) => {
  const { w, guest, book } = await ground()
  const end = await begin(w)
  const booking = book(keyed, 2)
  await failedAttempt(w)
  expect(await stateOf(booking)).toBe('waiting')
  await end()
  const ticket = await booking
  expect(ticket).toMatchObject({ numberOfTickets: 2 })
  expect(await book(keyed, 2)).toMatchObject({ id: ticket.id })
  expect(await guest.api.tickets.list({ query: {} })).toHaveLength(1)
})

test.each(TROUBLES)('seats are returned once, though the database %s in between', async (_name, begin) => {
  const { w, guest, book } = await ground()
  const { id: ticketId } = await book({}, 3)
  const giveBack = () =>
    guest.api.tickets.return({ params: { ticketId }, headers: keyed, body: { numberOfTickets: 1, of: 3 } })
  const end = await begin(w)
  const returned = giveBack()
  await failedAttempt(w)
  expect(await stateOf(returned)).toBe('waiting')
  await end()
  expect(await returned).toMatchObject({ numberOfTickets: 2 })
  expect(await giveBack()).toMatchObject({ numberOfTickets: 2 })
})

test.each(TROUBLES)('a write without a key is told at once that the database %s', async (_name, begin) => {
  const { w, guest, book } = await ground()
  const { id: ticketId } = await book({}, 2)
  const end = await begin(w)
  const waiting = book(keyed)
  await expect(book()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  const giveBack = guest.api.tickets.return({ params: { ticketId }, headers: {}, body: { numberOfTickets: 1 } })
  await expect(giveBack).rejects.toMatchObject({ status: 503 })
  const name = { firstName: 'Nora', lastName: 'Byrne' }
  await expect(guest.api.users.updateProfile({ body: name })).rejects.toMatchObject({ status: 503 })
  expect(await stateOf(waiting)).toBe('waiting')
  await end()
  await waiting
})

test('a member’s read waits until it is known who asks', async () => {
  const { w, guest } = await ground()
  const bringBack = await takeAway(w)
  const profile = guest.api.users.profile()
  await failedAttempt(w)
  expect(await stateOf(profile)).toBe('waiting')
  bringBack()
  expect(await profile).toMatchObject({ email: guest.email })
})

test('a session that was ended is refused after the switchover like before it', async () => {
  const { w, guest } = await ground()
  await guest.api.auth.logout()
  const bringBack = await takeAway(w)
  const profile = guest.api.users.profile()
  await failedAttempt(w)
  bringBack()
  await expect(profile).rejects.toMatchObject({ status: 401 })
})

test('what waits is refused in the end when the database stays away', async () => {
  const { w, guest, book } = await ground()
  await takeAway(w)
  const [booked, read] = await Promise.allSettled([book(keyed), guest.api.users.profile()])
  expect([booked, read]).toMatchObject([
    { status: 'rejected', reason: { status: 503, retryAfterSeconds: 2 } },
    { status: 'rejected', reason: { status: 503, retryAfterSeconds: 2 } },
  ])
})
