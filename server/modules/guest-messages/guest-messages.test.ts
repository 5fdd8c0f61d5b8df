import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { Audience } from '../../../contract/guest-messages.ts'
import { events } from '../../db/schema/events.ts'
import { guestMessages } from '../../db/schema/guest-messages.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { message } from '../../mail/message.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import type { EventFields, Person, World } from '../../test-support/world.ts'
import { writeMails, writeSomeAtATime } from './sending.ts'

let clocked: Clocked
let w: World
let creator: Person

beforeAll(async () => {
  clocked = await openClockedWorld()
  w = clocked.w
  creator = await w.person({ firstName: 'Cora', email: 'cora@example.org' })
})
afterAll(() => w.close())

const confirmed = (fields = {}) => w.person({ emailConfirmedAt: new Date(), ...fields })

const book = async (person: Person, eventId: number, fields: Partial<typeof tickets.$inferInsert> = {}) => {
  const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  if (Object.keys(fields).length > 0) await w.deps.db.update(tickets).set(fields).where(eq(tickets.id, id))
  return id
}

interface Sending {
  to?: Audience
  subject?: string
  text?: string
  test?: boolean
  replies?: boolean
  key?: string
}

const send = (eventId: number, { key, ...body }: Sending = {}, by = creator) =>
  by.api.guestMessages.send({
    params: { eventId },
    body: { to: 'all', subject: 'Doors', text: 'Doors open at seven.', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

/** Runs the jobs that write the emails, and only them; then collects what would be sent. */
async function delivered() {
  const waiting = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'send-guest-message'))
  const lease = { signal: new AbortController().signal, check: () => undefined }
  for (const { id, payload } of waiting) {
    await writeMails(w.deps, { id, payload: payload as Record<string, unknown>, attempt: 1, lease })
    await w.deps.db.delete(jobs).where(eq(jobs.id, id))
  }
  return (await collectMails(w.deps)).filter(({ subject }) => !subject.startsWith('Your booking'))
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (error as { code: string }).code,
  )

describe('a message', () => {
  test('goes to each person once, alone in its mail, with a press to end such mails', async () => {
    const { id: eventId } = await w.event(creator)
    const [anna, ben] = [await confirmed({ firstName: 'Anna' }), await confirmed()]
    for (const person of [anna, anna, ben]) await book(person, eventId)
    await creator.api.guests.add({
      params: { eventId },
      body: { name: 'Aunt', numberOfTickets: 1, email: 'a@b.example' },
    })
    await collectMails(w.deps)
    expect(await send(eventId, { text: 'Look:\nhttps://maps.example/x <b>' })).toEqual({ recipients: 2 })
    const sent = await delivered()
    expect(sent.map(({ to }) => to).toSorted()).toEqual([anna.email, ben.email].toSorted())
    const mail = sent.find(({ to }) => to === anna.email)!
    expect(mail.subject).toBe('Fiddle Night: Doors')
    expect(mail.text).toContain('Hello Anna,\n\nLook:\nhttps://maps.example/x <b>')
    expect(mail.html).toContain('&lt;b&gt;')
    expect(mail.text).not.toContain(ben.email)
    expect(mail.html).not.toContain(ben.email)
    expect(mail.replyTo).toBeUndefined()
    expect(mail.html + mail.text).not.toContain(creator.email)
    const { headers } = message(mail, 'Hooley <a@b.example>', '<1@x>')
    expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    // It ends them: by a POST, and for this person alone.
    const url = new URL(mail.unsubscribeUrl!)
    const pressed = await w.app.inject({
      method: 'POST',
      url: url.pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(pressed.statusCode).toBe(200)
    expect(await send(eventId)).toEqual({ recipients: 1 })
    expect((await delivered()).map(({ to }) => to)).toEqual([ben.email])
  })

  test('goes to those who are meant', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 3 })
    const [coming, inside, silent, waiting] = [
      await confirmed(),
      await confirmed(),
      await confirmed(),
      await confirmed(),
    ]
    await book(coming, eventId, { coming: true })
    await book(inside, eventId, { admitted: 1 })
    const given = await book(silent, eventId)
    await waiting.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 1 } })
    const groups: [Audience, Person[]][] = [
      ['all', [coming, inside, silent]],
      ['coming', [coming]],
      ['let-in', [inside]],
    ]
    await collectMails(w.deps)
    for (const [to, people] of groups) {
      expect(await send(eventId, { to })).toEqual({ recipients: people.length })
      expect((await delivered()).map((mail) => mail.to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    }
    clocked.pass(25 * HOUR)
    await w.deps.db
      .update(events)
      .set({
        startTime: new Date(clocked.now().getTime() + 20 * HOUR),
        endTime: new Date(clocked.now().getTime() + 22 * HOUR),
      })
      .where(eq(events.id, eventId))
    expect(await send(eventId, { to: 'waiting' })).toEqual({ recipients: 1 })
    expect((await delivered()).map((mail) => mail.to)).toEqual([waiting.email])
    // What was given back is nobody's any more.
    await silent.api.tickets.return({ params: { ticketId: given }, body: {} })
    const { recipients } = await creator.api.guestMessages.list({ params: { eventId } })
    expect(recipients).toEqual({ all: 2, coming: 1, 'not-in': 1, 'let-in': 1, waiting: 1 })
  })

  test('lets guests answer to the creator only where that was said', async () => {
    const manager = await w.person()
    const { id: eventId } = await w.event(creator, { managerIds: [manager.id] })
    await book(await confirmed(), eventId)
    await collectMails(w.deps)
    await send(eventId, { replies: true }, manager)
    const [mail] = await delivered()
    expect(mail).toMatchObject({ replyTo: 'cora@example.org' })
    expect(mail!.text).toContain('Reply to this email')
    const { sent } = await creator.api.guestMessages.list({ params: { eventId } })
    expect(sent).toMatchObject([
      { to: 'all', subject: 'Doors', recipients: 1, replies: true, by: `Person${manager.id} Byrne` },
    ])
    expect((await creator.api.team.history({ params: { eventId } })).map(({ act }) => act)).toEqual(['message'])
  })

  test('three can be sent within 24 hours, also at once, and a test does not count', async () => {
    const { id: eventId } = await w.event(creator)
    await book(await confirmed(), eventId)
    for (let n = 0; n < 4; n++) expect(await send(eventId, { test: true })).toEqual({ recipients: 1 })
    const results = await Promise.all([1, 2, 3, 4].map(() => refusal(send(eventId))))
    expect(results.toSorted()).toEqual(['message_limit', 'none', 'none', 'none'])
    clocked.pass(HOUR)
    const refused = await send(eventId).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 23 * 3600 })
    const { left, nextAt } = await creator.api.guestMessages.list({ params: { eventId } })
    expect([left, nextAt]).toEqual([0, new Date(clocked.now().getTime() + 23 * HOUR).toISOString()])
    expect(await refusal(send(eventId, { test: true }))).toBe('none')
    // Another event has its own.
    const other = await w.event(creator)
    await book(await confirmed(), other.id)
    expect(await refusal(send(other.id))).toBe('none')
    await delivered()
  })

  test('where there is nobody to write to nothing is stored, and none of the three is used', async () => {
    const { id: eventId } = await w.event(creator)
    for (let n = 0; n < 4; n++) expect(await send(eventId, { to: 'waiting' })).toEqual({ recipients: 0 })
    expect(await w.deps.db.$count(guestMessages, eq(guestMessages.eventId, eventId))).toBe(0)
  })

  test('a test goes to who writes it alone, whatever they have switched off', async () => {
    const manager = await confirmed()
    const { id: eventId } = await w.event(creator, { managerIds: [manager.id] })
    await book(await confirmed(), eventId)
    await manager.api.notices.set({ body: { notices: [{ notice: 'message', mail: false }] } })
    await collectMails(w.deps)
    for (let n = 0; n < 2; n++) await send(eventId, { test: true, key: 'test-key-1' }, manager)
    const sent = await delivered()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[manager.email, 'Test: Fiddle Night: Doors']])
    expect((await creator.api.guestMessages.list({ params: { eventId } })).sent).toEqual([])
  })

  test('a repeated key sends once, and one of other words is refused', async () => {
    const [one, two] = [await w.event(creator), await w.event(creator)]
    for (const { id } of [one, two]) await book(await confirmed(), id)
    const key = 'message-key-1'
    const answers = await Promise.all([send(one.id, { key }), send(one.id, { key })])
    expect(answers).toEqual([{ recipients: 1 }, { recipients: 1 }])
    expect(await w.deps.db.$count(guestMessages, eq(guestMessages.eventId, one.id))).toBe(1)
    expect(await refusal(send(one.id, { key, text: 'Other words.' }))).toBe('idempotency_key_reused')
    expect(await refusal(send(two.id, { key }))).toBe('idempotency_key_reused')
    const raced = await Promise.all([one, two].map(({ id }) => refusal(send(id, { key: 'message-key-2' }))))
    expect(raced.toSorted()).toEqual(['idempotency_key_reused', 'none'])
    await delivered()
  })

  test('is not sent for what is cancelled, postponed, over or hidden', async () => {
    const refused = async (fields: EventFields) => refusal(send((await w.event(creator, fields)).id))
    expect(await refused({ status: 'cancelled' })).toBe('event_cancelled')
    expect(await refused({ status: 'postponed' })).toBe('event_postponed')
    expect(await refused({ startTime: new Date(clocked.now().getTime() - 5 * HOUR) })).toBe('event_ended')
    expect(await refused({ hiddenAt: clocked.now() })).toBe('event_not_found')
    const { id: eventId } = await w.event(creator)
    await book(await confirmed(), eventId)
    await collectMails(w.deps)
    await send(eventId)
    await w.deps.db.update(events).set({ hiddenAt: clocked.now() }).where(eq(events.id, eventId))
    expect(await delivered()).toEqual([])
  })

  test('has a subject of one line and bounds', async () => {
    const { id: eventId } = await w.event(creator)
    await expect(send(eventId, { subject: ' ' })).rejects.toThrow('Please write a subject.')
    await expect(send(eventId, { text: '\u200b' })).rejects.toThrow('Please write a message.')
    await expect(send(eventId, { subject: 'a\nBcc: x@y.example' })).rejects.toThrow('Subject must be a single line')
    await expect(send(eventId, { subject: 'x'.repeat(121) })).rejects.toMatchObject({ status: 400 })
    await expect(send(eventId, { text: 'x'.repeat(4_001) })).rejects.toMatchObject({ status: 400 })
    await expect(send(eventId, { to: 'everybody' as Audience })).rejects.toMatchObject({ status: 400 })
  })
})

describe('on its way', () => {
  test('to an address that nobody has confirmed it carries no links, and five a day', async () => {
    const anna = await w.person()
    for (let n = 0; n < 7; n++) {
      const { id } = await w.event(creator, { title: 'Win at casino.example' })
      await book(anna, id)
      await w.deps.db.delete(mails).where(and(eq(mails.userId, anna.id), eq(mails.kind, 'booking')))
      await send(id, { subject: 'See casino.example', text: 'Look:\nhttps://casino.example now' })
    }
    const sent = (await delivered()).filter(({ to }) => to === anna.email)
    expect(sent).toHaveLength(5)
    for (const { subject, html, text } of sent) {
      expect(subject + html + text).not.toContain('casino.example')
      expect(text).toContain('Look:\nnow')
    }
  })

  test('reset links overtake it', async () => {
    const { id: eventId } = await w.event(creator)
    await book(await confirmed(), eventId)
    await send(eventId)
    const [job] = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'send-guest-message'))
    expect(job?.priority).toBe(PRIORITY.bulk)
    await collectMails(w.deps)
    const lease = { signal: new AbortController().signal, check: () => undefined }
    await writeMails(w.deps, { id: 1, payload: job!.payload as Record<string, unknown>, attempt: 1, lease })
    const [row] = await w.deps.db
      .select()
      .from(mails)
      .where(and(eq(mails.kind, 'guest-message'), eq(mails.status, 'waiting')))
    expect(row?.priority).toBe(PRIORITY.bulk)
    expect(PRIORITY.bulk).toBeGreaterThan(PRIORITY.urgent)
    await delivered()
  })

  test('a job that runs twice writes to nobody twice', async () => {
    const { id: eventId } = await w.event(creator)
    const anna = await confirmed()
    await book(anna, eventId)
    await collectMails(w.deps)
    await send(eventId)
    const [job] = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'send-guest-message'))
    const lease = { signal: new AbortController().signal, check: () => undefined }
    const run = () => writeMails(w.deps, { id: 1, payload: job!.payload as Record<string, unknown>, attempt: 1, lease })
    await Promise.all([run(), run()])
    await run()
    expect((await delivered()).map(({ to }) => to)).toEqual([anna.email])
  })

  test('a process that dies between two portions leaves nobody out, and the next one repeats nobody', async () => {
    const { id: eventId } = await w.event(creator)
    const people: Person[] = []
    for (let n = 0; n < 5; n++) people.push(await confirmed())
    for (const person of people) await book(person, eventId)
    await collectMails(w.deps)
    await send(eventId)
    const [job] = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'send-guest-message'))
    const payload = job!.payload as Record<string, unknown>
    let portions = 0
    const dies = () => {
      if (++portions > 2) throw new Error('killed')
    }
    const run = (check: () => void) => {
      const lease = { signal: new AbortController().signal, check }
      return writeSomeAtATime(w.deps, { id: 1, payload, attempt: 1, lease }, 2)
    }
    await expect(run(dies)).rejects.toThrow('killed')
    const ids = people.map(({ id }) => id)
    expect(await w.deps.db.$count(mails, and(eq(mails.kind, 'guest-message'), inArray(mails.userId, ids)))).toBe(4)
    await run(() => undefined)
    const sent = (await delivered()).map(({ to }) => to)
    expect(sent.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  })

  test('browsers that allow it are told, and those that do not are not', async () => {
    const push = fakePushService()
    const other = await openClockedWorld({ deps: { push } })
    try {
      const [organiser, anna, ben] = [await other.w.person(), await other.w.person(), await other.w.person()]
      const { id: eventId } = await other.w.event(organiser)
      const keys = pushReceiver().keys
      for (const [person, name] of [
        [anna, 'anna'],
        [ben, 'ben'],
      ] as const) {
        await person.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
        await person.api.notices.subscribe({ body: { endpoint: `https://push.example/${name}`, keys } })
      }
      await ben.api.notices.set({ body: { notices: [{ notice: 'message', push: false }] } })
      await send(eventId, {}, organiser)
      // The first round writes the pushes, the second sends them.
      for (let round = 0; round < 2; round++) await other.w.deps.jobs.runDue()
      expect(push.received.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/anna'])
    } finally {
      await other.w.close()
    }
  })
})

describe('a message to those who are missing, or to one guest', () => {
  const toGuest = (eventId: number, ticketId: number, key?: string) =>
    creator.api.guestMessages.send({
      params: { eventId },
      body: { ticketId, subject: 'Your bag', text: 'You left it here.' },
      ...(key && { headers: { 'idempotency-key': key } }),
    })

  test('not-in leaves out who was let in', async () => {
    const { id: eventId } = await w.event(creator)
    const [anna, ben] = [await confirmed(), await confirmed()]
    await book(anna, eventId, { admitted: 1 })
    await book(ben, eventId)
    await collectMails(w.deps)
    expect(await send(eventId, { to: 'not-in' })).toEqual({ recipients: 1 })
    expect((await delivered()).map(({ to }) => to)).toEqual([ben.email])
  })

  test('one guest gets it alone, and the list of what was sent names them', async () => {
    const { id: eventId } = await w.event(creator)
    const [anna, ben] = [await confirmed({ firstName: 'Anna', lastName: 'Byrne' }), await confirmed()]
    const ticketId = await book(anna, eventId)
    await book(ben, eventId)
    await collectMails(w.deps)
    expect(await toGuest(eventId, ticketId, 'key-of-a-press')).toEqual({ recipients: 1 })
    expect(await toGuest(eventId, ticketId, 'key-of-a-press')).toEqual({ recipients: 1 })
    expect((await delivered()).map(({ to }) => to)).toEqual([anna.email])
    const { sent, left } = await creator.api.guestMessages.list({ params: { eventId } })
    expect(sent).toMatchObject([{ to: 'guest', name: 'Anna Byrne', recipients: 1 }])
    expect(left).toBe(3)
  })

  test('a ticket of another event, a given back one and a guest by name get nothing', async () => {
    const [{ id: eventId }, other] = [await w.event(creator), await w.event(creator)]
    const anna = await confirmed()
    const elsewhere = await book(anna, other.id)
    const returned = await book(anna, eventId)
    await anna.api.tickets.return({ params: { ticketId: returned }, body: {} })
    expect(await refusal(toGuest(eventId, elsewhere))).toBe('ticket_not_found')
    expect(await refusal(toGuest(eventId, returned))).toBe('ticket_not_found')
    const { ticketId } = await creator.api.guests.add({
      params: { eventId },
      body: { name: 'Aunt', numberOfTickets: 1 },
    })
    expect(await toGuest(eventId, ticketId)).toEqual({ recipients: 0 })
  })

  test('twenty in 24 hours, which take nothing from the three to many', async () => {
    const { id: eventId } = await w.event(creator)
    const ticketId = await book(await confirmed(), eventId)
    for (let sent = 0; sent < 20; sent++) await toGuest(eventId, ticketId)
    expect(await refusal(toGuest(eventId, ticketId))).toBe('guest_message_limit')
    expect(await send(eventId)).toEqual({ recipients: 1 })
    clocked.pass(24 * HOUR)
    await w.deps.db
      .update(events)
      .set({
        startTime: new Date(clocked.now().getTime() + HOUR),
        endTime: new Date(clocked.now().getTime() + 2 * HOUR),
      })
      .where(eq(events.id, eventId))
    expect(await toGuest(eventId, ticketId)).toEqual({ recipients: 1 })
  })

  test('it goes to an audience or to a ticket, never to both or none', async () => {
    const { id: eventId } = await w.event(creator)
    const words = { subject: 'Doors', text: 'At seven.' }
    const params = { eventId }
    for (const body of [words, { ...words, to: 'all' as const, ticketId: 1 }])
      await expect(creator.api.guestMessages.send({ params, body })).rejects.toMatchObject({
        message: 'To must name an audience, or a ticket',
      })
  })
})
