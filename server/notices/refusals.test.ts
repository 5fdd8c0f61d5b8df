import { expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { mails } from '../db/schema/mails.ts'
import { tickets } from '../db/schema/tickets.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { collectMails } from '../test-support/collect-mails.ts'
import { rates } from '../modules.ts'
import { world, type WorldOptions } from '../test-support/world.ts'

const ADDRESS = 'nuala@example.org'

async function place(options: WorldOptions = {}) {
  const opened = await world({ env: { FEATURES: 'all' }, ...options })
  const anna = await opened.person({ emailConfirmedAt: new Date() })
  const { id: eventId } = await opened.event(anna, { capacity: 500 })
  const params = { eventId }
  const invite = (email = ADDRESS) => anna.api.team.invite({ params, body: { email } })
  const addGuest = (n = 0) =>
    anna.api.guests.add({ params, body: { name: `Nuala ${n}`, numberOfTickets: 1, email: ADDRESS, mail: true } })
  const sent = async () => (await collectMails(opened.deps)).filter(({ to }) => to.toLowerCase() === ADDRESS)
  return { ...opened, anna, eventId, params, invite, addGuest, sent }
}

test('one press ends all mails that other people cause, also without an account, and can be taken back', async () => {
  const { invite, addGuest, visitor, sent, app } = await place()
  await invite()
  const [mail] = await sent()
  const url = new URL(mail!.unsubscribeUrl!)
  const token = url.pathname.split('/').at(-1)!
  expect(mail!.text).toContain(`/links/${token}`)
  expect(await visitor.links.get({ params: { token } })).toEqual({
    purpose: 'unsubscribe',
    from: 'emails that other people ask us to send you',
    isUnsubscribed: false,
  })
  // Looking at it has changed nothing.
  await invite('NUALA@example.org')
  expect(await sent()).toHaveLength(1)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = () => app.inject({ method: 'POST', url: url.pathname, payload: 'List-Unsubscribe=One-Click', headers })
  expect((await press()).statusCode).toBe(200)
  expect((await press()).statusCode).toBe(200)
  await invite()
  await addGuest()
  await visitor.contact.writeToUs({ body: { name: 'N', email: ADDRESS, message: 'Hello there' } })
  expect(await sent()).toEqual([])
  expect((await visitor.links.resubscribe({ params: { token } })).isUnsubscribed).toBe(false)
  await invite()
  expect(await sent()).toHaveLength(1)
})

test('however many people type an address in, it gets ten invitations a day', async () => {
  const limits = createRateLimits(undefined, rates)
  const { person, event, sent } = await place({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
  const stored: unknown[] = []
  for (let n = 0; n < 12; n++) {
    const organiser = await person()
    const { id: eventId } = await event(organiser)
    const call = organiser.api.team.invite({ params: { eventId }, body: { email: ADDRESS } })
    stored.push(
      await call.then(
        () => 201,
        ({ status }: { status: number }) => status,
      ),
    )
  }
  expect(stored).toEqual([...Array<number>(10).fill(201), 429, 429])
  expect(await sent()).toHaveLength(10)
})

test('an organiser sends twenty invitations a day', async () => {
  const limits = createRateLimits(undefined, rates)
  const { invite } = await place({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
  for (let n = 0; n < 20; n++) await invite(`guest${n}@example.org`)
  await expect(invite('one-more@example.org')).rejects.toMatchObject({ status: 429 })
})

test('a refused invitation uses up nobody’s quota', async () => {
  const limits = createRateLimits(undefined, rates)
  const { person, params, invite } = await place({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
  for (let n = 0; n < 11; n++) {
    const stranger = await person()
    await expect(stranger.api.team.invite({ params, body: { email: ADDRESS } })).rejects.toMatchObject({ status: 403 })
  }
  await expect(invite()).resolves.toBeTruthy()
})

test('an address that was typed in for guests gets ten mails a day about all their bookings; the others wait', async () => {
  const { addGuest, sent, deps } = await place()
  for (let n = 0; n < 12; n++) await addGuest(n)
  expect(await sent()).toHaveLength(10)
  expect(await deps.db.$count(mails, eq(mails.status, 'waiting'))).toBe(2)
  await deps.db.update(mails).set({ nextAttemptAt: sql`now()`, sentAt: sql`${mails.sentAt} - interval '25 hours'` })
  expect(await sent()).toHaveLength(2)
  expect(await deps.db.$count(tickets)).toBe(12)
})

test('an invitation to an account whose address nobody has confirmed waits with all other words of strangers', async () => {
  const { person, event, deps, sent } = await place()
  const nuala = await person({ email: ADDRESS })
  for (let n = 0; n < 7; n++) {
    const organiser = await person()
    const { id: eventId } = await event(organiser)
    await organiser.api.team.invite({ params: { eventId }, body: { email: ADDRESS } })
  }
  expect(await sent()).toHaveLength(5)
  await nuala.api.account.sendConfirmation()
  const [confirmation] = await sent()
  const token = /\/links\/([\w-]{34})/.exec(confirmation?.text ?? '')?.[1] ?? ''
  await nuala.api.account.confirmAddress({ body: { token } })
  expect(await sent()).toHaveLength(2)
  expect(deps).toBeDefined()
})
