import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/durations.ts'
import { signLink } from '../../access/mail-links.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openClockedWorld, soldOut, type Clocked } from '../../test-support/sold-out.ts'
import type { Person } from '../../test-support/world.ts'

const push = fakePushService()
let c: Clocked

beforeAll(async () => {
  c = await openClockedWorld({ deps: { push } })
})
afterAll(() => c.w.close())

const linkOf = ({ id, email }: Person, entryId: number) =>
  signLink(c.w.deps.secrets, { purpose: 'offer', userId: id, email, subjectId: entryId })

test('the link of an offer shows it, and its token takes the place without a sign-in, twice the same', async () => {
  const { event, params, giveBack, waiting, settle } = await soldOut(c, { seats: [1, 1], startsIn: 48 * HOUR })
  const anna = await waiting()
  const token = linkOf(anna.person, anna.entryId)
  const stateOf = () => c.w.visitor.links.get({ params: { token } })
  expect(await stateOf()).toMatchObject({ purpose: 'offer', event: { id: event.id }, entry: { state: 'waiting' } })
  await giveBack(0)
  c.pass(3 * MINUTE)
  await settle()
  expect(await stateOf()).toMatchObject({ entry: { state: 'offered', offer: { numberOfTickets: 1 } } })
  const byLink = c.w.apiWith(token)
  expect(await byLink.waitingList.get({ params })).toMatchObject({ state: 'offered' })
  const ticket = await byLink.waitingList.accept({ params, body: {} })
  expect(ticket).toMatchObject({ eventId: event.id, numberOfTickets: 1 })
  expect(await byLink.waitingList.accept({ params, body: {} })).toMatchObject({ id: ticket.id })
  expect(await stateOf()).toMatchObject({ purpose: 'offer', entry: null })
  // Neither joins nor changes anything: those take a session.
  const wish = { params, body: { numberOfTickets: 1 } }
  await expect(byLink.waitingList.join(wish)).rejects.toMatchObject({ status: 401 })
  await expect(byLink.tickets.get({ params: { ticketId: ticket.id } })).rejects.toMatchObject({ status: 401 })
})

test('the link of an entry that has ended does nothing to the one that came after it', async () => {
  const { params, takeBack, waiting } = await soldOut(c, { seats: [1, 1], startsIn: 480 * HOUR })
  const { person, entryId, leave } = await waiting()
  const old = c.w.apiWith(linkOf(person, entryId))
  await leave()
  const { id } = await person.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
  await takeBack(0)
  const entry = () => person.api.waitingList.get({ params })
  expect(await entry()).toMatchObject({ id, state: 'offered' })
  const notThere = { status: 404, code: 'waiting_entry_not_found' }
  await expect(old.waitingList.get({ params })).rejects.toMatchObject(notThere)
  await expect(old.waitingList.accept({ params, body: {} })).rejects.toMatchObject(notThere)
  await expect(old.waitingList.resume({ params })).rejects.toMatchObject(notThere)
  // What it did once it may do again; it is over already.
  await old.waitingList.leave({ params })
  await old.waitingList.decline({ params }).catch(() => undefined)
  expect(await entry()).toMatchObject({ id, state: 'offered' })
  const its = c.w.apiWith(linkOf(person, id))
  expect(await its.waitingList.accept({ params, body: {} })).toMatchObject({ numberOfTickets: 1 })
})

test('an offer is pushed to browsers as well, for as long as it is open', async () => {
  const { giveBack, waiting, settle } = await soldOut(c, { seats: [1, 1], startsIn: 48 * HOUR })
  const anna = await waiting()
  const endpoint = `https://push.example/${anna.person.id}`
  await anna.person.api.notices.subscribe({ body: { endpoint, keys: pushReceiver().keys } })
  await giveBack(0)
  c.pass(3 * MINUTE)
  await settle()
  const rows = await c.w.deps.db.select().from(jobs)
  const { payload } = rows.find(({ kind }) => kind === 'push')!
  const offer = (await anna.entry()).offer
  expect(payload).toMatchObject({ title: 'A place is yours', until: offer?.expiresAt, userId: anna.person.id })
})
