import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { sessions } from '../../db/schema/auth.ts'
import { events } from '../../db/schema/events.ts'
import { orders } from '../../db/schema/orders.ts'
import { eventSeries } from '../../db/schema/series.ts'
import { teamInvitations } from '../../db/schema/team.ts'
import { users } from '../../db/schema/users.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import { rates } from '../../modules.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { openWorld, world, type Person, type World } from '../../test-support/world.ts'

let w: World
let anna: Person
let ben: Person

beforeAll(async () => {
  w = await openWorld()
  anna = await w.person({ firstName: 'Anna', lastName: 'Byrne' })
  ben = await w.person({ firstName: 'Ben', lastName: 'Doyle', publicName: 'Fiddlehouse', emailConfirmedAt: new Date() })
})
afterAll(() => w.close())

const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

const handOver = (eventId: number, email: string, from = anna) =>
  from.api.team.handOver({ params: { eventId }, body: { email } })

/** Asks the address and returns the token that its email carries. */
async function asked(eventId: number, email = ben.email, from = anna): Promise<string> {
  await handOver(eventId, email, from)
  const mail = (await collectMails(w.deps)).findLast(({ to }) => to === email)
  const token = /\/team-invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('The email has no link.')
  return token
}

const accept = (person: Person, token: string) => person.api.team.acceptInvitation({ params: { token } })
const creatorOf = async (eventId: number) =>
  (await w.deps.db.select().from(events).where(eq(events.id, eventId)))[0]?.creatorId

describe('an event that is handed over', () => {
  test('is run by the person who accepts, with its bookings and its team; only the old creator loses access', async () => {
    const clara = await w.person({ firstName: 'Clara', lastName: 'Nolan' })
    await w.event(anna, { title: 'Kept Ceili' })
    const { id: eventId } = await w.event(anna, { title: 'Handed Ceili', managerIds: [clara.id] })
    const params = { eventId }
    const guest = await w.person()
    const { id: ticketId } = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    const doorOf = async (person: Person) =>
      w.apiWith((await person.api.door.createLink({ params, body: { name: 'Door' } })).token)
    const [annas, claras] = [await doorOf(anna), await doorOf(clara)]
    await w.visitor.events.get({ params })
    const annasPage = () => w.visitor.creators.get({ params: { creatorId: anna.id } })
    const before = (await annasPage()).upcoming.length

    const token = await asked(eventId)
    expect(await anna.api.team.get({ params })).toMatchObject({ handover: { email: ben.email }, invitations: [] })
    expect(await ben.api.team.getInvitation({ params: { token } })).toMatchObject({
      from: 'Anna Byrne',
      title: 'Handed Ceili',
      isHandover: true,
      isAccepted: false,
    })
    expect(await creatorOf(eventId)).toBe(anna.id)
    expect(await accept(ben, token)).toEqual(params)
    expect(await accept(ben, token)).toEqual(params)

    expect((await w.visitor.events.get({ params })).creatorId).toBe(ben.id)
    expect((await annasPage()).upcoming).toHaveLength(before - 1)
    const team = await ben.api.team.get({ params })
    expect(team.members.map(({ name, role }) => [name, role])).toEqual([
      ['Ben Doyle', 'creator'],
      ['Clara Nolan', 'manager'],
    ])
    expect(team.handover).toBeUndefined()
    expect(await ben.api.events.ticketsSold({ params })).toBe(2)
    expect((await guest.api.tickets.get({ params: { ticketId } })).numberOfTickets).toBe(2)
    expect(await refusal(anna.api.team.get({ params }))).toBe('forbidden')
    expect(await refusal(annas.door.get({ query: {} }))).toBe('unauthorized')
    expect(await refusal(claras.door.get({ query: {} }))).toBe('done')
    const found = await w.visitor.events.list({ query: { q: 'Fiddlehouse' } })
    expect(found.items.map(({ id }) => id)).toContain(eventId)
    const acts = (await ben.api.team.history({ params })).map(({ who, act }) => `${who} ${act}`)
    expect(acts.slice(0, 2)).toEqual(['Ben Doyle took-over', 'Ben Doyle door-link-ended'])
    expect(acts).toContain('Anna Byrne offered-handover')
    const [mail] = (await collectMails(w.deps)).filter(({ to }) => to === anna.email)
    expect(mail?.subject).toBe('Handed Ceili has been handed over')
    expect(mail?.text).toContain('Ben Doyle')
  })

  test('goes to a manager or an invited helper, who is then its creator only', async () => {
    const { id: eventId } = await w.event(anna, { managerIds: [ben.id] })
    const params = { eventId }
    await accept(ben, await asked(eventId))
    expect((await ben.api.team.get({ params })).members).toMatchObject([{ userId: ben.id, role: 'creator' }])

    const next = await w.event(anna)
    await anna.api.team.invite({ params: { eventId: next.id }, body: { email: ben.email } })
    const mail = (await collectMails(w.deps)).findLast(({ to }) => to === ben.email)
    const toHelp = /\/team-invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await accept(ben, await asked(next.id))
    expect(await refusal(accept(ben, toHelp))).toBe('invitation_invalid')
  })

  test('counts among the events that its new creator makes in a day', async () => {
    const limits = createRateLimits(undefined, rates)
    const own = await world({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
    const [from, to] = [await own.person(), await own.person({ emailConfirmedAt: new Date() })]
    const { id: eventId } = await own.event(from)
    await from.api.team.handOver({ params: { eventId }, body: { email: to.email } })
    const [mail] = await collectMails(own.deps)
    const token = /\/team-invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    for (let n = 0; n < 50; n++) await limits.take('createEventWhenNew', to.id)
    expect(await refusal(accept(to, token))).toBe('too_many_requests')
    await limits.reset('createEventWhenNew', to.id)
    expect(await refusal(accept(to, token))).toBe('done')
  })
})

const orderByCard = (eventId: number) =>
  w.deps.db.insert(orders).values({
    ...{ eventId, userId: ben.id, sellerId: anna.id, seats: 1, unitPrice: 1_000, total: 1_000, currency: 'GBP' },
    ...{ payBy: 'card' as const, title: 'Ceili', venue: 'Dublin', startsAt: new Date(Date.now() + DAY) },
    ...{ state: 'open' as const, holdUntil: new Date(Date.now() + HOUR) },
  })

describe('asking somebody to take an event over', () => {
  test('needs the creator, who has just shown who they are', async () => {
    const { id: eventId } = await w.event(anna, { managerIds: [ben.id] })
    expect(await refusal(handOver(eventId, 'x@example.org', ben))).toBe('forbidden')
    const late = await w.person()
    const theirs = await w.event(late)
    await w.deps.db
      .update(sessions)
      .set({ provedAt: new Date(Date.now() - DAY) })
      .where(eq(sessions.userId, late.id))
    expect(await refusal(handOver(theirs.id, ben.email, late))).toBe('proof_needed')
    const mailed = (await collectMails(w.deps)).map(({ to }) => to)
    expect(mailed.filter((to) => to === ben.email || to === 'x@example.org')).toEqual([])
  })

  test('is refused for a hidden event, a date of a series, an event with card orders and the own address', async () => {
    const hidden = await w.event(anna, { hiddenAt: new Date() })
    expect(await refusal(handOver(hidden.id, ben.email))).toBe('hidden_stays')
    const [series] = await w.deps.db.insert(eventSeries).values({ creatorId: anna.id }).returning()
    const dated = await w.event(anna, { seriesId: series!.id, seriesDay: '2026-12-01' })
    expect(await refusal(handOver(dated.id, ben.email))).toBe('series_stays')
    const paid = await w.event(anna)
    await orderByCard(paid.id)
    expect(await refusal(handOver(paid.id, ben.email))).toBe('card_orders_stay')
    const { id } = await w.event(anna)
    expect(await refusal(handOver(id, anna.email.toUpperCase()))).toBe('own_event')
  })

  test('ends the request before it, and is one email with its key', async () => {
    const { id: eventId } = await w.event(anna)
    const params = { eventId }
    const clara = await w.person({ emailConfirmedAt: new Date() })
    const old = await asked(eventId, clara.email)
    const send = (email: string) =>
      anna.api.team.handOver({ params, body: { email }, headers: { 'idempotency-key': 'once-and-for-all' } })
    const first = await send(ben.email)
    expect(await send(ben.email)).toEqual(first)
    expect((await collectMails(w.deps)).filter(({ to }) => to === ben.email)).toHaveLength(1)
    expect(await refusal(send(clara.email))).toBe('idempotency_key_reused')
    expect(await refusal(accept(clara, old))).toBe('invitation_invalid')
    await anna.api.team.keepEvent({ params })
    await anna.api.team.keepEvent({ params })
    expect((await anna.api.team.get({ params })).handover).toBeUndefined()
    const acts = (await anna.api.team.history({ params })).map(({ act }) => act)
    expect(acts.filter((act) => act === 'handover-ended')).toHaveLength(1)
  })
})

describe('taking an event over', () => {
  const until = new Date(Date.now() + DAY)
  type Change = (who: { from: Person; to: Person; eventId: number }) => Promise<unknown>
  const set = (id: number, fields: Partial<typeof users.$inferInsert>) =>
    w.deps.db.update(users).set(fields).where(eq(users.id, id))
  const refused: Record<string, [string, Change]> = {
    'without a confirmed address': ['address_unconfirmed', ({ to }) => set(to.id, { emailConfirmedAt: null })],
    'from somebody who is suspended': ['handover_off', ({ from }) => set(from.id, { suspendedUntil: until })],
    'from somebody who is leaving': ['handover_off', ({ from }) => set(from.id, { deletionAt: until })],
    'while it is hidden': [
      'hidden_stays',
      ({ eventId }) => w.deps.db.update(events).set({ hiddenAt: new Date() }).where(eq(events.id, eventId)),
    ],
    'after somebody has ordered by card': ['card_orders_stay', ({ eventId }) => orderByCard(eventId)],
    'after the request was taken back': [
      'invitation_invalid',
      ({ from, eventId }) => from.api.team.keepEvent({ params: { eventId } }),
    ],
    'after 14 days': [
      'invitation_invalid',
      ({ eventId }) =>
        w.deps.db
          .update(teamInvitations)
          .set({ expiresAt: new Date(Date.now() - HOUR) })
          .where(eq(teamInvitations.eventId, eventId)),
    ],
    'by anybody else': ['invitation_for_another', ({ to }) => set(to.id, { email: `moved-${to.id}@example.org` })],
  }
  test.each(Object.entries(refused))('is refused %s', async (_when, [code, change]) => {
    const from = await w.person()
    const to = await w.person({ emailConfirmedAt: new Date() })
    const { id: eventId } = await w.event(from)
    const token = await asked(eventId, to.email, from)
    await change({ from, to, eventId })
    expect(await refusal(accept(to, token))).toBe(code)
    expect(await creatorOf(eventId)).toBe(from.id)
  })

  test('is refused to somebody who is suspended', async () => {
    const to = await w.person({ emailConfirmedAt: new Date() })
    const { id: eventId } = await w.event(anna)
    const token = await asked(eventId, to.email)
    await set(to.id, { suspendedUntil: until })
    expect(await refusal(accept(to, token))).not.toBe('done')
    expect(await creatorOf(eventId)).toBe(anna.id)
  })

  test('waits for a suspension of the old creator, and sees it', async () => {
    const from = await w.person()
    const { id: eventId } = await w.event(from)
    const token = await asked(eventId, ben.email, from)
    const accepted = await w.deps.db.transaction(async (tx) => {
      await tx.update(users).set({ suspendedUntil: until }).where(eq(users.id, from.id))
      const answer = refusal(accept(ben, token))
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => answer
    })
    expect(await accepted()).toBe('handover_off')
  })

  test('waits for the event, and finds the request taken back', async () => {
    const { id: eventId } = await w.event(anna)
    const token = await asked(eventId)
    const accepted = await w.deps.db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, eventId)).for('update')
      const answer = refusal(accept(ben, token))
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      await tx.delete(teamInvitations).where(eq(teamInvitations.eventId, eventId))
      return () => answer
    })
    expect(await accepted()).toBe('invitation_invalid')
    expect(await creatorOf(eventId)).toBe(anna.id)
  })
})
