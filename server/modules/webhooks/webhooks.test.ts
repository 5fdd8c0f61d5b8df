import type { ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { MESSAGE_TYPES } from '../../../contract/message-types.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { drawnCode } from '../../access/door-codes.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../db/schema/webhooks.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { LOOPBACK, openReceiver, selfSigned, verify, type Answer } from '../../test-support/webhook-receiver.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { forgetOldWebhooks } from './commands.ts'

let w: World
let now = new Date()
beforeAll(async () => {
  w = await openWorld({ env: { OUTGOING_NETWORKS: LOOPBACK }, deps: { clock: () => now } })
})
afterAll(() => w.close())
beforeEach(async () => {
  now = new Date()
  // What an earlier test left waiting is not due in this one.
  await w.deps.db
    .update(webhookEndpoints)
    .set({ endedAt: now, endedBy: 'owner' })
    .where(sql`ended_at is null`)
})

const later = (ms: number) => (now = new Date(now.getTime() + ms))
const deliver = () => w.deps.jobs.runDue()
const params = ({ id }: { id: number }) => ({ webhookId: id })

async function hooked(more: { types?: Webhook['types'] } = {}, days = 1) {
  const [nora, receiver] = [await w.person(), await openReceiver()]
  const event = await w.event(nora, { startTime: new Date(now.getTime() + days * DAY) })
  const hook = await nora.api.webhooks.make({ body: { url: receiver.url, types: [...MESSAGE_TYPES], ...more } })
  const book = async (seats = 1) => {
    const guest = await w.person()
    const ticket = await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: seats } })
    return { guest, ticket }
  }
  const log = async () => (await nora.api.webhooks.listDeliveries({ params: params(hook) })).items
  return { nora, receiver, event, hook, book, log }
}

test('a booking arrives, signed so that the package accepts it', async () => {
  const { receiver, event, hook, book, log } = await hooked()
  const { ticket } = await book(2)
  await deliver()
  expect(receiver.received.map(({ message }) => message)).toEqual([
    {
      type: 'booking.created',
      timestamp: expect.any(String) as string,
      sequence: expect.any(Number) as number,
      data: { eventId: event.id, ticketId: ticket.id, seats: 2 },
    },
  ])
  verify(hook.secret, receiver.received[0]!)
  expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, receiver.received[0]!)).toThrow('No matching')
  expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1, status: 200, note: 'thank you' }])
})

describe('a webhook', () => {
  test('is added with a secret that is shown once, and its owner gets an email that names the server alone', async () => {
    const { nora, hook } = await hooked()
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(JSON.stringify(await nora.api.webhooks.list())).not.toContain(hook.secret.slice(6))
    const [mail] = await w.deps.db.select().from(mails).where(eq(mails.userId, nora.id))
    expect(mail?.payload).toEqual({ change: 'webhook-made', name: new URL(hook.url).host })
  })

  test.each([
    ['nonsense', 'This is not an address.'],
    ['https://anna:secret@hooks.example/', 'The address must not carry a name or a password.'],
    ['https://10.0.0.1/', 'The address must have a name, not a number.'],
    ['https://2130706434.example:22/', 'The port must be 443, or 1024 and above.'],
    ['ftp://hooks.example/', 'The address must start with https://.'],
  ])('is not saved for %s', async (url, sentence) => {
    const nora = await w.person()
    const make = nora.api.webhooks.make({ body: { url, types: ['booking.created'] } })
    await expect(make).rejects.toMatchObject({ status: 400, message: sentence })
    expect(await nora.api.webhooks.list()).toEqual([])
  })

  test('is made once for an Idempotency-Key, with the same secret; another wish cannot have that key', async () => {
    const nora = await w.person()
    const make = (url: string, key = 'made-once-please') =>
      nora.api.webhooks.make({ body: { url, types: ['booking.created'] }, headers: { 'idempotency-key': key } })
    const [first, second] = await Promise.all([make('https://hooks.example/'), make('https://hooks.example/')])
    expect(second).toEqual(first)
    expect(await nora.api.webhooks.list()).toHaveLength(1)
    expect(await w.deps.db.$count(mails, eq(mails.userId, nora.id))).toBe(1)
    await expect(make('https://other.example/')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    await nora.api.webhooks.end({ params: params(first) })
    await expect(make('https://hooks.example/')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('may be one of ten', async () => {
    const nora = await w.person()
    const make = () => nora.api.webhooks.make({ body: { url: 'https://hooks.example/', types: ['booking.created'] } })
    for (let n = 0; n < 10; n++) await make()
    await expect(make()).rejects.toMatchObject({ code: 'too_many_webhooks' })
    await nora.api.webhooks.end({ params: params((await nora.api.webhooks.list())[0]!) })
    await make()
  })

  test('is for those who run the event, and seen by its owner alone', async () => {
    const { nora, hook, event } = await hooked()
    const anna = await w.person()
    const body = { url: hook.url, types: ['booking.created' as const], eventId: event.id }
    await expect(anna.api.webhooks.make({ body })).rejects.toMatchObject({ code: 'forbidden' })
    const draft = await w.event(nora, { status: 'draft' })
    const hidden = anna.api.webhooks.make({ body: { ...body, eventId: draft.id } })
    await expect(hidden).rejects.toMatchObject({ code: 'event_not_found' })
    const calls = [
      () => anna.api.webhooks.end({ params: params(hook) }),
      () => anna.api.webhooks.listDeliveries({ params: params(hook) }),
      () => anna.api.webhooks.replay({ params: params(hook), body: { id: 'msg_1' } }),
      () => anna.api.webhooks.rotate({ params: params(hook) }),
      () => anna.api.webhooks.test({ params: params(hook) }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'webhook_not_found' })
  })

  test('is sent what it was made for, of its event or of all that its owner has created', async () => {
    const { nora, receiver, event, book } = await hooked({ types: ['booking.created'] })
    const one = await openReceiver()
    const other = await w.event(nora)
    const body = { url: one.url, types: ['booking.created' as const], eventId: other.id }
    await nora.api.webhooks.make({ body })
    await book()
    const guest = await w.person()
    await guest.api.tickets.book({ body: { eventId: other.id, numberOfTickets: 1 } })
    const somebodys = await w.event(guest)
    await nora.api.tickets.book({ body: { eventId: somebodys.id, numberOfTickets: 1 } })
    await w.deps.db.update(events).set({ capacity: 50 }).where(eq(events.id, other.id))
    await deliver()
    expect(receiver.received.map(({ message }) => message.data.eventId)).toEqual([event.id, other.id])
    expect(one.received.map(({ message }) => message.data.eventId)).toEqual([other.id])
  })

  test('that has ended gets nothing more, not even what was waiting', async () => {
    const { nora, receiver, hook, book } = await hooked()
    await book()
    await nora.api.webhooks.end({ params: params(hook) })
    await book()
    await deliver()
    expect(receiver.received).toEqual([])
    await expect(nora.api.webhooks.test({ params: params(hook) })).rejects.toMatchObject({ code: 'webhook_not_found' })
  })

  test('of a manager ends when they leave the team, and that of a creator when the event is handed over', async () => {
    const { nora, event } = await hooked({ types: ['event.changed'] })
    const mary = await w.person()
    const [hers, noras] = [await openReceiver(), await openReceiver()]
    const isMary = { managerIds: [mary.id] }
    await w.deps.db.update(events).set(isMary).where(eq(events.id, event.id))
    const bodyFor = (url: string) => ({ body: { url, types: ['booking.created' as const], eventId: event.id } })
    await mary.api.webhooks.make(bodyFor(hers.url))
    await nora.api.webhooks.make(bodyFor(noras.url))
    const book = async () => (await w.person()).api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await book()
    await nora.api.team.leave({ params: { eventId: event.id, userId: mary.id } })
    await book()
    await deliver()
    expect([hers.received.length, noras.received.length]).toEqual([0, 2])
    expect(await mary.api.webhooks.list()).toEqual([])
    // Whatever has not ended it, the right is asked for where the message is written.
    await w.deps.db
      .update(webhookEndpoints)
      .set({ endedAt: null, endedBy: null })
      .where(eq(webhookEndpoints.userId, mary.id))
    await w.deps.db.update(events).set({ creatorId: mary.id }).where(eq(events.id, event.id))
    await book()
    await deliver()
    expect([hers.received.length > 0, noras.received.length]).toEqual([true, 2])
  })
})

describe('what happens', () => {
  test('to bookings and on the waiting list is sent with ids and counts, in its order', async () => {
    const { nora, receiver, event, hook } = await hooked()
    await w.deps.db.update(events).set({ capacity: 3 }).where(eq(events.id, event.id))
    const [anna, ben] = [await w.person(), await w.person()]
    const ticket = await anna.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 3 } })
    const eventParams = { eventId: event.id }
    await ben.api.waitingList.join({ params: eventParams, body: { numberOfTickets: 2 } })
    await anna.api.tickets.return({ params: { ticketId: ticket.id }, body: { numberOfTickets: 1 } })
    await anna.api.tickets.return({ params: { ticketId: ticket.id }, body: {} })
    later(3 * MINUTE)
    await settleEvent(w.deps, event.id)
    await ben.api.waitingList.leave({ params: eventParams })
    await deliver()
    for (const one of receiver.received) verify(hook.secret, one)
    expect(receiver.received.map(({ message: { type, data } }) => [type, data.seats ?? data.ending])).toEqual([
      ['event.changed', undefined],
      ['booking.created', 3],
      ['waiting.joined', 2],
      ['booking.changed', 2],
      ['booking.returned', 0],
      ['waiting.offered', 2],
      ['waiting.ended', 'left'],
    ])
    const sequences = receiver.received.map(({ message }) => message.sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    const all = JSON.stringify(receiver.received.map(({ body }) => body))
    for (const { email } of [nora, anna, ben]) expect(all).not.toContain(email)
    expect(all).not.toMatch(/Person|Byrne|Fiddle/)
  })

  test('at the door is sent once for each scan, with what was decided', async () => {
    const { nora, receiver, event, book } = await hooked({ types: ['scan.recorded'] })
    const { ticket } = await book(2)
    later(23 * HOUR)
    const body = { name: 'Main', mayAdd: true }
    const { token } = await nora.api.door.createLink({ params: { eventId: event.id }, body })
    const { code } = (await w.deps.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]!
    const door = w.apiWith(token).door
    const scanned = { seats: 2, at: now.toISOString() }
    const scans = [
      { id: 'a', code: drawnCode(w.deps.secrets, event, { code }), ...scanned },
      { id: 'b', code: 'nonsense', ...scanned },
      { id: 'c', kind: 'walk-in' as const, name: 'Una', ...scanned },
    ]
    for (let n = 0; n < 2; n++) await door.sendScans({ body: { scans, sentAt: now.toISOString() } })
    await deliver()
    const rows = receiver.received.map(({ message: { data } }) => [
      data.scanId,
      data.verdict,
      data.admitted,
      data.inside,
    ])
    expect(rows.toSorted()).toEqual([
      ['a', 'admitted', 2, 2],
      ['b', 'unknown', 0, 0],
      ['c', 'admitted', 2, 2],
    ])
    expect(JSON.stringify(receiver.received)).not.toContain('Una')
  })

  test('to an event is sent when it is published, changed and cancelled, and never of a draft', async () => {
    const { nora, receiver, event } = await hooked()
    const draft = await w.event(nora, { status: 'draft' })
    await w.deps.db.update(events).set({ title: 'Not yet' }).where(eq(events.id, draft.id))
    await w.deps.db.update(events).set({ status: 'published' }).where(eq(events.id, draft.id))
    // Saved without a change, and counted.
    await w.deps.db.update(events).set({ title: event.title, settleAt: null }).where(eq(events.id, event.id))
    await w.deps.db.update(events).set({ title: 'Drum Night' }).where(eq(events.id, event.id))
    await nora.api.events.cancel({ params: { eventId: event.id }, body: {} })
    await deliver()
    expect(receiver.received.map(({ message: { type, data } }) => [type, data.eventId, data.status])).toEqual([
      ['event.published', draft.id, 'published'],
      ['event.changed', event.id, 'published'],
      ['event.cancelled', event.id, 'cancelled'],
    ])
  })

  test('to bookings that are removed, as by the undoing of an import, is sent as their return', async () => {
    const { receiver, event, book } = await hooked({ types: ['booking.returned'] })
    const [first, second] = [await book(2), await book(1)]
    await w.deps.db.execute(sql`delete from mails where ticket_id is not null`)
    await w.deps.db.delete(tickets).where(eq(tickets.eventId, event.id))
    await deliver()
    expect(receiver.received.map(({ message: { data } }) => [data.ticketId, data.seats, data.seatsBefore])).toEqual([
      [first.ticket.id, 0, 2],
      [second.ticket.id, 0, 1],
    ])
  })

  test('in a transaction that is undone is never sent', async () => {
    const { receiver, event } = await hooked()
    const guest = await w.person()
    const undone = w.deps.db.transaction(async (tx) => {
      await tx.insert(tickets).values({ eventId: event.id, userId: guest.id, numberOfTickets: 1 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await deliver()
    expect(receiver.received).toEqual([])
  })
})

describe('a failed attempt', () => {
  test('is followed by nine more over three days, with the same id and the same bytes', async () => {
    const { receiver, book, hook, log } = await hooked()
    receiver.answers.push(...Array<number>(10).fill(500))
    await book()
    const began = now
    const waits: number[] = []
    for (let n = 1; n <= 10; n++) {
      await deliver()
      expect(receiver.received).toHaveLength(n)
      verify(hook.secret, receiver.received[n - 1]!, now)
      const [one] = await log()
      expect(one).toMatchObject({ attempts: n, status: 500, state: n < 10 ? 'waiting' : 'failed' })
      if (n === 10) break
      const due = Date.parse(one!.nextAttemptAt!)
      waits.push(due - now.getTime())
      // Not a moment too early.
      now = new Date(due - 1)
      if (now > new Date()) await deliver()
      expect(receiver.received).toHaveLength(n)
      now = new Date(due)
    }
    const least = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
    waits.forEach((ms, at) => {
      expect(ms).toBeGreaterThanOrEqual(least[at]!)
      expect(ms).toBeLessThanOrEqual(least[at]! * 1.2)
    })
    expect(now.getTime() - began.getTime()).toBeGreaterThanOrEqual(75.5 * HOUR)
    expect(new Set(receiver.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(
      1,
    )
    later(30 * DAY)
    await deliver()
    expect(receiver.received).toHaveLength(10)
  })

  test('is anything but 2xx; redirects are not followed, and endless or trickling answers are cut off', async () => {
    const { receiver, book, log } = await hooked()
    const elsewhere = await openReceiver()
    const redirect = (_request: unknown, response: ServerResponse) =>
      response.writeHead(307, { location: elsewhere.url }).end()
    const endless = (letters: number, ms: number) => (_request: unknown, response: ServerResponse) => {
      response.writeHead(200).write('x')
      const more = setInterval(() => response.write('x'.repeat(letters)), ms)
      response.on('close', () => clearInterval(more))
    }
    receiver.answers.push(199 + 105, 404, redirect, endless(500, 1), endless(1, 5_000), 204)
    for (let n = 0; n < 6; n++) await book()
    await deliver()
    const rows = (await log()).toReversed().map(({ state, status, note }) => [state, status, note!.length])
    expect(rows).toEqual([
      ['waiting', 304, 27],
      ['waiting', 404, 9],
      ['waiting', 307, 27],
      ['delivered', 200, 200],
      ['delivered', 200, 1],
      ['delivered', 204, 0],
    ])
    expect(elsewhere.received).toEqual([])
  })

  test('may be the address itself: refused, without a valid certificate, or private', async () => {
    const { nora, book } = await hooked()
    const secure = createSecureServer(await selfSigned(), (_request, response) => response.end('in'))
    await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void secure.close())
    const { port } = secure.address() as { port: number }
    const made = []
    for (const url of [`https://localhost:${port}/`, 'http://127.0.0.1:1024/', 'http://name.invalid/'])
      made.push(await nora.api.webhooks.make({ body: { url, types: ['booking.created'] } }))
    await book()
    await deliver()
    const notes = []
    for (const hook of made)
      notes.push((await nora.api.webhooks.listDeliveries({ params: params(hook) })).items[0]?.note)
    expect(notes).toEqual([
      'A secure connection could not be made (DEPTH_ZERO_SELF_SIGNED_CERT).',
      'The connection was refused.',
      'The name could not be found.',
    ])
  })

  test('waits for as long as Retry-After asks, and the others of the webhook with it', async () => {
    const { receiver, book, log } = await hooked()
    const busy = (_request: unknown, response: ServerResponse) =>
      response.writeHead(429, { 'retry-after': '600' }).end()
    receiver.answers.push(busy)
    await book()
    await deliver()
    await book()
    later(9 * MINUTE)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    later(MINUTE)
    await deliver()
    expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('with 410 ends the webhook, with one email', async () => {
    const { nora, receiver, book } = await hooked()
    receiver.answers.push(410)
    await book()
    await book()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await nora.api.webhooks.list()).toEqual([])
    expect(await endedMails(nora)).toBe(1)
  })

  test('does not end it before five days of nothing else', async () => {
    const { nora, receiver, book } = await hooked({}, 20)
    const failFor = async (days: number) => {
      receiver.answers.push(...Array<number>(20).fill(500))
      later(days * DAY)
      await book()
      await deliver()
      receiver.answers.length = 0
    }
    await failFor(0)
    await failFor(4.9)
    expect(await nora.api.webhooks.list()).toMatchObject([{ failingSince: expect.any(String) as string }])
    // One that arrives, and the days are counted from the start.
    later(HOUR)
    await deliver()
    expect(await nora.api.webhooks.list()).toMatchObject([{ failingSince: null }])
    await failFor(0)
    await failFor(4.9)
    expect(await endedMails(nora)).toBe(0)
    await failFor(0.2)
    expect(await nora.api.webhooks.list()).toEqual([])
    expect(await endedMails(nora)).toBe(1)
  })
})

const endedMails = ({ id }: Person) =>
  w.deps.db.$count(mails, and(eq(mails.userId, id), eq(mails.kind, 'webhook-ended')))

test('after a rotation both secrets are good for a day, then the new one alone', async () => {
  const { nora, receiver, hook, book } = await hooked({}, 3)
  const { secret, beforeUntil } = await nora.api.webhooks.rotate({ params: params(hook) })
  expect(secret).not.toBe(hook.secret)
  expect(beforeUntil).toBe(new Date(now.getTime() + DAY).toISOString())
  await book()
  await deliver()
  for (const one of [secret, hook.secret]) verify(one, receiver.received[0]!, now)
  later(DAY)
  await book()
  await deliver()
  verify(secret, receiver.received[1]!, now)
  expect(() => verify(hook.secret, receiver.received[1]!, now)).toThrow('No matching')
})

test('a message is replayed by its id or by a time span, for 30 days, with the same id and bytes', async () => {
  const { nora, receiver, hook, book, log } = await hooked()
  for (let n = 0; n < 3; n++) await book()
  await deliver()
  const [, middle] = await log()
  const again = (body: { id?: string; from?: string; to?: string }) =>
    nora.api.webhooks.replay({ params: params(hook), body })
  expect(await again({ id: middle!.id })).toMatchObject({ count: 1, isAll: true })
  await deliver()
  const idsOf = (some: typeof receiver.received) => some.map(({ headers, body }) => [headers['webhook-id'], body])
  expect(idsOf(receiver.received.slice(3))).toEqual(idsOf([receiver.received[1]!]))
  const first = (await log()).at(-1)!
  expect(await again({ from: first.createdAt, to: middle!.createdAt })).toMatchObject({ count: 2 })
  expect(await again({ from: new Date(now.getTime() - DAY).toISOString() })).toMatchObject({ count: 3, isAll: true })
  await deliver()
  expect(idsOf(receiver.received.slice(4))).toEqual(idsOf(receiver.received.slice(0, 3)))
  await expect(again({ id: 'msg_unknown' })).rejects.toMatchObject({ code: 'delivery_not_found' })
  await expect(again({})).rejects.toMatchObject({ status: 400 })
  await expect(again({ id: middle!.id, from: middle!.createdAt })).rejects.toMatchObject({ status: 400 })
  later(29 * DAY)
  await forgetOldWebhooks(w.deps)
  expect(await log()).toHaveLength(3)
  later(2 * DAY)
  await forgetOldWebhooks(w.deps)
  expect(await w.deps.db.$count(webhookDeliveries, eq(webhookDeliveries.endpointId, hook.id))).toBe(0)
  expect(await w.deps.db.$count(webhookMessages, eq(webhookMessages.eventId, first.eventId!))).toBe(0)
})

test('a test message arrives whatever the webhook was made for', async () => {
  const { nora, receiver, hook, log } = await hooked({ types: ['event.cancelled'] })
  const { id } = await nora.api.webhooks.test({ params: params(hook) })
  await deliver()
  verify(hook.secret, receiver.received[0]!)
  expect(receiver.received[0]).toMatchObject({ headers: { 'webhook-id': id }, message: { type: 'webhook.test' } })
  expect(await log()).toMatchObject([{ id, type: 'webhook.test', state: 'delivered' }])
})

test('the log has fifty to a page, the newest first', async () => {
  const { nora, hook } = await hooked()
  for (let n = 0; n < 52; n++) await nora.api.webhooks.test({ params: params(hook) })
  const first = await nora.api.webhooks.listDeliveries({ params: params(hook) })
  const second = await nora.api.webhooks.listDeliveries({ params: params(hook), query: { cursor: first.next! } })
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 2, null])
  expect(first.items.at(-1)!.sequence).toBeGreaterThan(second.items[0]!.sequence)
})

test('one that hangs gets one message at a time and delays no other', async () => {
  const { receiver: hanging, book: bookThere, log } = await hooked()
  hanging.answers.push(...Array<Answer>(20).fill(() => undefined))
  for (let n = 0; n < 6; n++) await bookThere()
  w.deps.jobs.start()
  await expect.poll(() => hanging.received.length).toBe(1)
  const others = [await hooked(), await hooked(), await hooked()]
  const from = performance.now()
  for (const { book } of others) await book()
  for (const { receiver } of others) await expect.poll(() => receiver.received.length).toBe(1)
  expect(performance.now() - from).toBeLessThan(8_000)
  expect([hanging.received.length, hanging.open.most]).toEqual([1, 1])
  await w.deps.jobs.stop()
  // Stopped in the middle of an attempt: it costs none, and is made again.
  expect((await log()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(6).fill('waiting 0'))
})
