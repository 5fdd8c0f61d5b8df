import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq, inArray } from 'drizzle-orm'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { doorLinks } from '../../db/schema/door.ts'
import { events } from '../../db/schema/events.ts'
import { teamInvitations } from '../../db/schema/team.ts'
import { users } from '../../db/schema/users.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let anna: Person
let ben: Person
let now: Date

beforeAll(async () => {
  now = new Date()
  w = await openWorld({ deps: { clock: () => now } })
  anna = await w.person({ firstName: 'Anna', lastName: 'Byrne' })
  // Confirmed: otherwise the sixth invitation of a day would wait.
  ben = await w.person({ firstName: 'Ben', lastName: 'Doyle', emailConfirmedAt: now })
})
afterAll(() => w.close())

async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason as { status: number; message: string },
  )
  return [error?.status ?? 200, error?.message ?? '']
}

/** Invites the address and returns the token that its email carries. */
async function invited(eventId: number, email: string): Promise<string> {
  await anna.api.team.invite({ params: { eventId }, body: { email } })
  const mail = (await collectMails(w.deps)).find(({ to }) => to === email)
  const token = /\/team-invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('The mail has no link.')
  return token
}

const accept = (person: Person, token: string) => person.api.team.acceptInvitation({ params: { token } })

test('links to the door that a manager made end when the manager leaves or is taken out', async () => {
  const { id: eventId } = await w.event(anna)
  const params = { eventId }
  const make = async (person: Person) =>
    w.apiWith((await person.api.door.createLink({ params, body: { name: 'Door', mayAdd: true } })).token)
  const annas = await make(anna)
  for (const act of ['removed', 'left'] as const) {
    await accept(ben, await invited(eventId, ben.email))
    const [one, two] = [await make(ben), await make(ben)]
    expect((await refusal(one.door.get({ query: {} })))[0]).toBe(200)
    await (act === 'left' ? ben : anna).api.team.leave({ params: { eventId, userId: ben.id } })
    for (const door of [one, two]) expect((await refusal(door.door.get({ query: {} })))[0]).toBe(401)
    const [first, ...rest] = await anna.api.team.history({ params })
    expect(first).toMatchObject({ act })
    expect(rest.slice(0, 2)).toMatchObject([{ act: 'door-link-ended' }, { act: 'door-link-ended' }])
  }
  expect((await refusal(annas.door.get({ query: {} })))[0]).toBe(200)
})

describe('an invitation', () => {
  test('makes a manager of the account with that address, once it is accepted', async () => {
    const { id: eventId } = await w.event(anna, { status: 'draft' })
    const token = await invited(eventId, ben.email.toUpperCase())
    expect((await refusal(ben.api.events.get({ params: { eventId } })))[0]).toBe(404)
    const invitation = () => ben.api.team.getInvitation({ params: { token } })
    expect(await invitation()).toMatchObject({ eventId, from: 'Anna Byrne', isAccepted: false })
    expect(await accept(ben, token)).toEqual({ eventId })
    expect(await invitation()).toMatchObject({ isAccepted: true })
    expect(await accept(ben, token)).toEqual({ eventId })
    expect(await ben.api.events.get({ params: { eventId } })).toMatchObject({ isManager: true })
    expect((await ben.api.team.get({ params: { eventId } })).members).toEqual([
      { userId: anna.id, name: 'Anna Byrne', role: 'creator' },
      { userId: ben.id, name: 'Ben Doyle', role: 'manager' },
    ])
    expect((await ben.api.team.listManaged({})).map(({ id }) => id)).toContain(eventId)
  })

  test('managed events are in the order of their days, those to come first, with what became of them', async () => {
    const tom = await w.person({ emailConfirmedAt: now })
    const at = (days: number) => ({
      startTime: new Date(now.getTime() + days * DAY),
      endTime: new Date(now.getTime() + days * DAY + HOUR),
    })
    const made = [
      await w.event(anna, { title: 'Far', ...at(30) }),
      await w.event(anna, { title: 'Long ago', ...at(-30) }),
      await w.event(anna, { title: 'Near', ...at(2), status: 'postponed' }),
      await w.event(anna, { title: 'Just now', ...at(-1) }),
    ]
    await w.deps.db
      .update(events)
      .set({ managerIds: [tom.id] })
      .where(
        inArray(
          events.id,
          made.map(({ id }) => id),
        ),
      )
    const managed = await tom.api.team.listManaged({})
    expect(managed.map(({ title, status }) => [title, status])).toEqual([
      ['Near', 'postponed'],
      ['Far', 'published'],
      ['Just now', 'published'],
      ['Long ago', 'published'],
    ])
  })

  test('needs a confirmed address: the first to sign up with it may be somebody else', async () => {
    const { id: eventId } = await w.event(anna)
    const email = 'squatted@example.org'
    const squatter = await w.person({ email })
    const token = await invited(eventId, email)
    expect(await refusal(accept(squatter, token))).toEqual([
      403,
      'Please confirm your email address first. The link is in our email; you can send it again from Account Details.',
    ])
    expect((await anna.api.team.get({ params: { eventId } })).members).toHaveLength(1)
    await w.deps.db.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, squatter.id))
    expect(await accept(squatter, token)).toEqual({ eventId })
  })

  test('that is taken back while its acceptance waits for the event leads nowhere', async () => {
    const { id: eventId } = await w.event(anna)
    const token = await invited(eventId, ben.email)
    const accepted = await w.deps.db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, eventId)).for('update')
      const answer = refusal(accept(ben, token))
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      await tx.delete(teamInvitations).where(eq(teamInvitations.eventId, eventId))
      return () => answer
    })
    expect((await accepted())[0]).toBe(404)
    expect((await anna.api.team.get({ params: { eventId } })).members).toHaveLength(1)
  })

  test('that is taken back while it is accepted ends one way or the other, whatever else happens to the event', async () => {
    for (let round = 0; round < 6; round++) {
      const { id: eventId } = await w.event(anna)
      const params = { eventId }
      const token = await invited(eventId, ben.email)
      const [present] = [await anna.api.events.get({ params })]
      const edit = () =>
        anna.api.events.update({
          params,
          body: { ...present, imageUrl: undefined, version: undefined, isDraft: false },
        })
      const [, joined] = await Promise.all([
        Promise.all([edit(), edit()]),
        refusal(accept(ben, token)),
        anna.api.team.withdrawInvitation({ params, query: { email: ben.email } }),
      ])
      const { members, invitations } = await anna.api.team.get({ params })
      const acts = (await anna.api.team.history({ params })).map(({ act }) => act)
      const isIn = joined[0] === 200
      expect([members.length, invitations.length]).toEqual([isIn ? 2 : 1, 0])
      expect([acts.includes('joined'), acts.includes('uninvited')]).toEqual([isIn, !isIn])
      expect([200, 404]).toContain(joined[0])
    }
  })

  test('is of no use to anybody else', async () => {
    const { id: eventId } = await w.event(anna)
    const token = await invited(eventId, ben.email)
    const clara = await w.person()
    expect(await refusal(accept(clara, token))).toEqual([
      403,
      'This invitation is for another email address. Please log in with the one it was sent to.',
    ])
    expect((await refusal(clara.api.events.ticketsSold({ params: { eventId } })))[0]).toBe(403)
  })

  test('ends after 14 days, when it is taken back, and when another one is sent', async () => {
    const { id: eventId } = await w.event(anna)
    const params = { eventId }
    const old = await invited(eventId, ben.email)
    const fresh = await invited(eventId, ben.email)
    expect((await refusal(accept(ben, old)))[0]).toBe(404)
    now = new Date(now.getTime() + 14 * DAY)
    expect((await refusal(accept(ben, fresh)))[0]).toBe(404)
    // Nor is it mailed once it has ended.
    await anna.api.team.invite({ params, body: { email: ben.email } })
    now = new Date(now.getTime() + 14 * DAY)
    expect(await collectMails(w.deps)).toEqual([])
    const last = await invited(eventId, ben.email)
    expect((await anna.api.team.get({ params })).invitations.map(({ email }) => email)).toEqual([ben.email])
    await anna.api.team.withdrawInvitation({ params, query: { email: ben.email } })
    expect((await refusal(accept(ben, last)))[0]).toBe(404)
  })

  test('sent again with its key is the same: one mail, one link; a key of another address is refused', async () => {
    const { id: eventId } = await w.event(anna)
    const invite = (email: string, key: string) =>
      anna.api.team.invite({ params: { eventId }, body: { email }, headers: { 'idempotency-key': key } })
    const first = await invite(ben.email, 'invite-ben-once')
    expect(await invite(ben.email, 'invite-ben-once')).toEqual(first)
    const sent = (await collectMails(w.deps)).filter(({ to }) => to === ben.email)
    expect(sent).toHaveLength(1)
    expect((await refusal(invite('x@example.org', 'invite-ben-once')))[0]).toBe(409)
    const token = /\/team-invitations\/([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] ?? ''
    expect(await accept(ben, token)).toEqual({ eventId })
  })

  test('is not for those who are in the team', async () => {
    const { id: eventId } = await w.event(anna, { managerIds: [ben.id] })
    const again = (email: string) => refusal(anna.api.team.invite({ params: { eventId }, body: { email } }))
    expect(await again(ben.email)).toEqual([409, 'This person is already in the team'])
    expect((await again(anna.email))[0]).toBe(409)
  })

  test('carries no links that the creator wrote', async () => {
    const { id: eventId } = await w.event(anna, { title: 'Win at casino.example now' })
    await anna.api.team.invite({ params: { eventId }, body: { email: 'stranger@example.org' } })
    const [mail] = await collectMails(w.deps)
    expect(mail?.to).toBe('stranger@example.org')
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('casino.example')
  })
})

describe('a manager', () => {
  test('may edit and cancel, but neither delete nor change the team', async () => {
    const { id: eventId, title } = await w.event(anna, { managerIds: [ben.id] })
    const params = { eventId }
    expect(await ben.api.events.cancel({ params, body: {} })).toMatchObject({ title, status: 'cancelled' })
    expect((await refusal(ben.api.events.remove({ params })))[0]).toBe(403)
    expect((await refusal(ben.api.team.invite({ params, body: { email: 'x@example.org' } })))[0]).toBe(403)
    expect((await refusal(ben.api.team.leave({ params: { eventId, userId: anna.id } })))[0]).toBe(403)
  })

  test('goes on with the copy that they made', async () => {
    const { id: eventId } = await w.event(anna, { managerIds: [ben.id] })
    const copy = await ben.api.events.duplicate({ params: { eventId } })
    expect(await ben.api.events.get({ params: { eventId: copy.id } })).toMatchObject({ isManager: true, isDraft: true })
    const own = await anna.api.events.duplicate({ params: { eventId } })
    expect((await refusal(ben.api.events.get({ params: { eventId: own.id } })))[0]).toBe(404)
  })

  test('leaves, or is taken out, and an old link does not lead back in', async () => {
    const { id: eventId } = await w.event(anna)
    const params = { eventId }
    const token = await invited(eventId, ben.email)
    await accept(ben, token)
    await ben.api.team.leave({ params: { eventId, userId: ben.id } })
    expect((await refusal(ben.api.team.get({ params })))[0]).toBe(403)
    expect((await refusal(accept(ben, token)))[0]).toBe(404)
    await accept(ben, await invited(eventId, ben.email))
    await anna.api.team.leave({ params: { eventId, userId: ben.id } })
    expect((await refusal(ben.api.team.get({ params })))[0]).toBe(403)
    expect(await refusal(anna.api.team.leave({ params: { eventId, userId: anna.id } }))).toEqual([
      409,
      'The creator of an event cannot leave its team',
    ])
  })

  const lasting: Record<string, (eventId: number, ticketId: number) => Promise<unknown>> = {
    'a door link': (eventId) => ben.api.door.createLink({ params: { eventId }, body: { name: 'Door', mayAdd: true } }),
    'a guest by name': (eventId) =>
      ben.api.guests.add({ params: { eventId }, body: { name: 'Nuala', numberOfTickets: 1 } }),
    'a copy': (eventId) => ben.api.events.duplicate({ params: { eventId } }),
    'a booking taken back': (eventId, ticketId) =>
      ben.api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason: 'No room' } }),
    'a message': (eventId) =>
      ben.api.guestMessages.send({
        params: { eventId },
        body: { to: 'all', subject: 'Hello', text: 'Hello all' },
      }),
  }
  test.each(Object.entries(lasting))('who is taken out at that moment does not leave %s behind', async (_what, act) => {
    const { id: eventId } = await w.event(anna)
    await accept(ben, await invited(eventId, ben.email))
    const guest = await w.person()
    const { id: ticketId } = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const before = (await anna.api.team.history({ params: { eventId } })).length
    const acted = await w.deps.db.transaction(async (tx) => {
      await tx.update(events).set({ managerIds: [] }).where(eq(events.id, eventId))
      const answer = refusal(act(eventId, ticketId))
      // It has read the team as it was, and waits for the event.
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => answer
    })
    expect((await acted())[0]).toBe(403)
    expect(await anna.api.team.history({ params: { eventId } })).toHaveLength(before)
    expect(await w.deps.db.$count(doorLinks, eq(doorLinks.eventId, eventId))).toBe(0)
    expect((await guest.api.tickets.get({ params: { ticketId } })).numberOfTickets).toBe(1)
  })

  test('it is listed who did what', async () => {
    const event = await w.event(anna)
    const { id: eventId } = event
    const params = { eventId }
    const { title, description, venue, startTime, endTime, capacity } = event
    const times = { startTime: startTime.toISOString(), endTime: endTime.toISOString() }
    await anna.api.events.update({ params, body: { title, description, venue, capacity, ...times } })
    await anna.api.team.invite({ params, body: { email: 'x@example.org' } })
    for (let n = 0; n < 2; n++) await anna.api.team.withdrawInvitation({ params, query: { email: 'x@example.org' } })
    await accept(ben, await invited(eventId, ben.email))
    const { id: linkId } = await ben.api.door.createLink({ params, body: { name: 'Main door' } })
    for (let n = 0; n < 2; n++) await ben.api.door.revokeLink({ params: { eventId, linkId } })
    const guest = await w.person()
    const ticket = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    await anna.api.tickets.takeBack({ params: { eventId, ticketId: ticket.id }, body: { reason: 'A double booking.' } })
    await ben.api.events.cancel({ params, body: {} })
    await anna.api.events.reinstate({ params, body: {} })
    const rows = await anna.api.team.history({ params })
    expect(rows.map(({ who, act }) => `${who} ${act}`)).toEqual([
      'Anna Byrne reinstated',
      'Ben Doyle cancelled',
      'Anna Byrne took-back',
      'Ben Doyle door-link-ended',
      'Ben Doyle door-link',
      'Ben Doyle joined',
      'Anna Byrne invited',
      'Anna Byrne uninvited',
      'Anna Byrne invited',
      'Anna Byrne edited',
    ])
  })
})
