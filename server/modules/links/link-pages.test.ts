import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkPurpose } from '../../../contract/link-purposes.ts'
import { signLink } from '../../access/mail-links.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let now = new Date()

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now } })
})
afterAll(() => w.close())

const sign = (person: Person, purpose: LinkPurpose, subjectId: number) =>
  signLink(w.deps.secrets, { purpose, userId: person.id, email: person.email, subjectId })

const stateOf = (token: string) => w.visitor.links.get({ params: { token } })

async function booked() {
  const nora = await w.person()
  const event = await w.event(nora)
  const { id } = await nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 3 } })
  return { nora, event, ticketId: id, token: sign(nora, 'answer', id) }
}

test('the link of a reminder shows the booking, and its token answers and gives back without a sign-in', async () => {
  const { ticketId, event, token } = await booked()
  const state = await stateOf(token)
  expect(state).toMatchObject({
    purpose: 'answer',
    ticket: { id: ticketId, numberOfTickets: 3, coming: null, event: { title: event.title } },
  })
  const byLink = w.apiWith(token)
  expect(await byLink.tickets.get({ params: { ticketId } })).toEqual(state.purpose === 'answer' && state.ticket)
  expect(await byLink.tickets.answer({ params: { ticketId }, body: { coming: true } })).toMatchObject({ coming: true })
  const fewer = { params: { ticketId }, body: { numberOfTickets: 1, of: 3 } }
  expect(await byLink.tickets.return(fewer)).toMatchObject({ numberOfTickets: 2 })
  expect(await byLink.tickets.undoReturn({ params: { ticketId } })).toMatchObject({ numberOfTickets: 3 })
  expect(await stateOf(token)).toMatchObject({ ticket: { coming: true, numberOfTickets: 3 } })
})

test('its token lists no tickets, books nothing and reads no other ticket', async () => {
  const { nora, event, token } = await booked()
  const other = await nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  const byLink = w.apiWith(token)
  await expect(byLink.tickets.list({})).rejects.toMatchObject({ status: 401 })
  const body = { eventId: event.id, numberOfTickets: 1 }
  await expect(byLink.tickets.book({ body })).rejects.toMatchObject({ status: 401 })
  await expect(byLink.tickets.get({ params: { ticketId: other.id } })).rejects.toMatchObject({ status: 401 })
  const back = { params: { ticketId: other.id }, body: {} }
  await expect(byLink.tickets.return(back)).rejects.toMatchObject({ status: 401 })
})

test('a link that no longer works says so: event over, new address, changed by a letter', async () => {
  const { nora, event, token, ticketId } = await booked()
  const invalid = { status: 404, code: 'link_invalid', message: 'This link is no longer valid.' }
  await expect(stateOf(`${token.slice(0, -8)}AAAAAAAA`)).rejects.toMatchObject(invalid)
  await expect(stateOf('nonsense')).rejects.toMatchObject(invalid)
  await expect(stateOf(sign(nora, 'answer', ticketId + 1))).rejects.toMatchObject(invalid)
  await w.deps.db.update(events).set({ endTime: event.endTime }).where(eq(events.id, event.id))
  now = event.endTime
  await expect(stateOf(token)).rejects.toMatchObject(invalid)
  now = new Date()
  await w.deps.db.update(users).set({ email: 'moved@example.org' }).where(eq(users.id, nora.id))
  await expect(stateOf(token)).rejects.toMatchObject(invalid)
})

test('links to unsubscribe and to confirm an address show the current state', async () => {
  const nora = await w.person()
  const unsubscribe = sign(nora, 'unsubscribe', 3)
  const from = 'places on your waiting lists'
  expect(await stateOf(unsubscribe)).toEqual({ purpose: 'unsubscribe', from, isUnsubscribed: false })
  await w.visitor.links.unsubscribe({ params: { token: unsubscribe } })
  expect(await stateOf(unsubscribe)).toMatchObject({ isUnsubscribed: true })
  const address = sign(nora, 'address', 0)
  expect(await stateOf(address)).toEqual({ purpose: 'address', isConfirmed: false, asks: 'account' })
  expect(await nora.api.links.get({ params: { token: address } })).toEqual({ purpose: 'address', isConfirmed: false })
  const other = await w.person()
  expect(await other.api.links.get({ params: { token: address } })).toMatchObject({ asks: 'account' })
  await w.deps.db.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, nora.id))
  expect(await stateOf(sign(nora, 'address', 0))).toEqual({ purpose: 'address', isConfirmed: true })
})
