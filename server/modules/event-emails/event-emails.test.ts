import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import { EMAIL_KINDS, USUAL_EMAILS, type EmailKind } from '../../../contract/email-kinds.ts'
import { PLACEHOLDER_NAMES } from '../../../contract/placeholders.ts'
import { eventEmails, thankYous } from '../../db/schema/event-emails.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { blockedDomains } from '../../db/schema/moderation.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import type { EventFields, Person, World } from '../../test-support/world.ts'
import { sendReminders } from '../tickets/reminders.ts'
import { sendThanks } from './thanks.ts'

let clocked: Clocked
let w: World
let creator: Person

beforeAll(async () => {
  clocked = await openClockedWorld({ env: { FEATURES: 'emailers' } })
  w = clocked.w
  creator = await confirmed({ firstName: 'Cora', lastName: 'Byrne' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.deps.db.delete(mails)
  await w.deps.db.delete(eventEmails)
})

const confirmed = (fields = {}) => w.person({ emailConfirmedAt: new Date(), ...fields })
const lease = { signal: new AbortController().signal, check: () => undefined }

const makeEvent = (fields: EventFields = {}) => w.event(creator, { createdAt: clocked.now(), capacity: 50, ...fields })

const write = (eventId: number, kind: EmailKind, fields: object = {}, by = creator) =>
  by.api.eventEmails.set({
    params: { eventId, kind },
    body: { enabled: true, subject: 'A word', text: 'Bring a cup.', ...fields },
  })

const book = async (person: Person, eventId: number, fields: Partial<typeof tickets.$inferInsert> = {}) => {
  const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
  if (Object.keys(fields).length > 0) await w.deps.db.update(tickets).set(fields).where(eq(tickets.id, id))
  return id
}

/** The email of this kind that a guest is really sent. */
async function sentTo(guest: Person, eventId: number, kind: EmailKind) {
  const { db } = w.deps
  const ticketId = await book(guest, eventId)
  const name = { welcome: 'booking', reminder: 'reminder-late', thanks: 'thanks' }[kind]
  if (kind !== 'welcome') {
    await db.delete(mails)
    await w.deps.mails.add(db, { kind: name, userId: guest.id, ticketId })
  }
  // The welcome has none of its own.
  const [mail, ...others] = await collectMails(w.deps)
  expect(others).toEqual([])
  return { ...mail!, ticketId }
}

const every = PLACEHOLDER_NAMES.map((name) => `${name}=[{${name}}]`).join('\n')

describe.each(EMAIL_KINDS)('the %s', (kind) => {
  test('knows every placeholder of the table in its check, its preview and what is sent', async () => {
    const startTime = new Date('2026-05-05T19:00:00Z')
    const { id: eventId } = await makeEvent({ title: 'Céilí', venue: 'The Cobblestone, Dublin', startTime })
    const stored = await write(eventId, kind, { text: every, subject: 'For {first_name}' })
    expect(stored).toMatchObject({ kind, enabled: true, text: every, subject: 'For {first_name}' })
    const params = { eventId, kind }
    expect(await creator.api.eventEmails.get({ params })).toEqual(stored)
    const preview = await creator.api.eventEmails.preview({ params, body: stored })
    const nora = await confirmed({ firstName: 'Nora' })
    const mail = await sentTo(nora, eventId, kind)
    for (const name of PLACEHOLDER_NAMES) {
      const shown = (text: string) => new RegExp(`${name}=\\[([^\\]]+)\\]`).exec(text)?.[1]
      for (const text of [preview.html, mail.html, mail.text]) {
        expect([name, shown(text)]).not.toEqual([name, undefined])
        expect(shown(text)).not.toContain('{')
      }
    }
    // The event's own clocks; without surveys their link leads to the ticket.
    const ticketPage = `${w.deps.config.publicUrl}/my-bookings/${mail.ticketId}`
    const filled = [
      ...['first_name=[Nora]', 'event=[Céilí]', 'date=[5th May, 2026]', 'time=[8:00 PM]', 'seats=[2]'],
      ...['place=[The Cobblestone, Dublin]', 'organiser=[Cora B.]'],
      ...[`ticket_link=[${ticketPage}]`, `survey_link=[${ticketPage}]`],
    ]
    for (const one of filled) expect(mail.text).toContain(one)
    expect(mail.subject).toBe(kind === 'welcome' ? 'Your booking: Céilí' : 'Céilí: For Nora')
    // Of the pictures only the code is attached; the preview has it inside.
    expect(preview.html).not.toContain('cid:')
    expect(preview.html.includes('src="data:image/png;base64,')).toBe(kind === 'welcome')
    // The preview is the very email, of another guest.
    const asOf = (html: string) =>
      html
        .replace(/<div style="display:none.*?<\/div>/s, '')
        .replace(/src="(cid|data):[^"]*" alt="[^"]*"/g, '')
        .replace(/http:[^"\]<]*/g, '')
    expect(asOf(preview.html.replaceAll('Niamh', 'Nora'))).toBe(
      asOf(mail.html)
        .replace(/<br><a class="quiet"[^>]*>Unsubscribe[^<]*<\/a>/, '')
        .replaceAll('Today: Céilí', 'Tomorrow: Céilí'),
    )
  })

  test('is refused with one sentence where it is wrong, and nothing is stored', async () => {
    const { id: eventId } = await makeEvent()
    const long = 'a'.repeat(10_000)
    const wrong: [object, string | RegExp][] = [
      [{ text: 'Hello {nobody}' }, /uses \{nobody\}, which/],
      [{ subject: '{constructor}' }, /uses \{constructor\}, which/],
      [{ text: '{__proto__}' }, /uses \{__proto__\}, which/],
      [{ text: 'Hello {first_name' }, /has no \} after \{first_name/],
      [{ text: long }, /at most 4,000 characters/],
      [{ subject: 'One\nBcc: two@example.org' }, /single line/],
      [{ text: '' }, 'Please write a text.'],
      [{ hours: 0 }, /at least 1/],
      [{ hours: 169 }, /at most 168/],
      [{ hours: 1.5 }, /whole number/],
    ]
    for (const [fields, message] of wrong) {
      await expect(write(eventId, kind, fields)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message) as string,
      })
    }
    expect(await w.deps.db.$count(eventEmails, eq(eventEmails.eventId, eventId))).toBe(0)
    expect(await creator.api.eventEmails.get({ params: { eventId, kind } })).toEqual({ kind, ...USUAL_EMAILS[kind] })
  })

  test('takes values as they are: a name, a title and a place that look like placeholders or a second subject', async () => {
    const { id: eventId } = await makeEvent({ title: '{organiser} {{event}}', venue: '{first_name}' })
    await write(eventId, kind, { text: '{first_name} at {event}, {place}', subject: '{event} {first_name}' })
    const guest = await confirmed({ firstName: '{seats}' })
    const mail = await sentTo(guest, eventId, kind)
    expect(mail.text).toContain('{seats} at {organiser} {{event}}, {first_name}')
    const lines = await confirmed({ firstName: 'Nora\r\nBcc: x' })
    expect((await sentTo(lines, eventId, kind)).subject).not.toMatch(/[\r\n]/)
  })

  test('carries no link to an address that nobody has confirmed, not even one that a placeholder completes', async () => {
    const { id: eventId } = await makeEvent()
    const text = 'See evil{seats}.example/{first_name} now'
    await write(eventId, kind, { text, subject: 'See evil{seats}.example' })
    const mail = await sentTo(await w.person({ firstName: 'Stan' }), eventId, kind)
    expect(mail.subject + mail.html + mail.text).not.toContain('evil')
    if (kind === 'welcome') expect(mail.text).not.toContain('organiser')
    else expect(mail.text).toContain('See now')
    const toConfirmed = await sentTo(await confirmed(), eventId, kind)
    expect(toConfirmed.text).toContain('evil2.example')
  })

  test('is refused with a link to a blocked domain, also one that a placeholder completes', async () => {
    await w.deps.db.insert(blockedDomains).values({ domain: 'evil2.example' }).onConflictDoNothing()
    const { id: eventId } = await makeEvent()
    // The last is cut off where everything is filled in, and refused all the same: somebody's name may be shorter.
    const long = `${'{place}'.repeat(450)} https://evil2.example/x`
    const inText = ['https://evil2.example/x', 'https://evil{seats}.example/x', long].map((text) => ({ text }))
    for (const fields of [...inText, { subject: 'evil2.example/x' }, { subject: 'evil{seats}.example/x' }]) {
      await expect(write(eventId, kind, fields)).rejects.toMatchObject({ code: 'blocked_link' })
      const body = { subject: '', text: 'A word', ...fields }
      const test = creator.api.eventEmails.test({ params: { eventId, kind }, body })
      await expect(test).rejects.toMatchObject({ code: 'blocked_link' })
    }
    await w.deps.db.delete(blockedDomains)
  })

  test('is sent as a test to its writer alone', async () => {
    const { id: eventId, title } = await makeEvent()
    await book(await confirmed(), eventId)
    await w.deps.db.delete(mails)
    const body = { subject: 'Word', text: 'For {first_name}' }
    await creator.api.eventEmails.test({ params: { eventId, kind }, body })
    const sent = await collectMails(w.deps)
    expect(sent.map(({ to }) => to)).toEqual([creator.email])
    expect(sent[0]!.subject).toBe(kind === 'welcome' ? `Test: Your booking: ${title}` : `Test: ${title}: Word`)
    expect(sent[0]!.text).toContain('For Cora')
    expect(sent[0]!.text).not.toContain('/links/')
    expect(await w.deps.db.$count(eventEmails, eq(eventEmails.eventId, eventId))).toBe(0)
  })

  test('is nobody else’s to read or write, and a hidden event has none', async () => {
    const { id: eventId } = await makeEvent()
    const stranger = await confirmed()
    await expect(write(eventId, kind, {}, stranger)).rejects.toMatchObject({ status: 403 })
    await w.deps.db.update(events).set({ hiddenAt: clocked.now() }).where(eq(events.id, eventId))
    await expect(write(eventId, kind)).rejects.toMatchObject({ code: 'event_not_found' })
  })

  test('is never longer than a long email, whatever is filled in', async () => {
    const { id: eventId } = await makeEvent({ title: 'T'.repeat(150) })
    await write(eventId, kind, { text: `{first_name}${'{event}'.repeat(500)}` })
    const { text } = await sentTo(await confirmed({ firstName: 'N'.repeat(80) }), eventId, kind)
    const written = /N+T+/.exec(text)![0]
    expect(written).toHaveLength(10_000)
    expect(written.lastIndexOf('N')).toBe(59)
  })
})

test('a test is counted, and not sent once its event is hidden or deleted', async () => {
  const { id: eventId } = await makeEvent()
  const taken = vi.spyOn(w.deps.limits, 'take')
  const body = { subject: '', text: 'Word' }
  await creator.api.eventEmails.test({ params: { eventId, kind: 'thanks' }, body })
  expect(taken.mock.calls).toContainEqual(['emailTest', creator.id])
  taken.mockRestore()
  await w.deps.db.update(events).set({ hiddenAt: clocked.now() }).where(eq(events.id, eventId))
  expect(await collectMails(w.deps)).toEqual([])
  const { id: deleted } = await makeEvent()
  await creator.api.eventEmails.test({ params: { eventId: deleted, kind: 'thanks' }, body })
  await w.deps.db.delete(events).where(eq(events.id, deleted))
  expect(await collectMails(w.deps)).toEqual([])
  expect(await w.deps.db.select().from(mails)).toMatchObject([{ status: 'skipped' }, { status: 'skipped' }])
})

test('switched off, the words are kept and the emails say what they always say', async () => {
  const { id: eventId } = await makeEvent()
  for (const kind of EMAIL_KINDS) await write(eventId, kind, { enabled: false, text: 'Own words' })
  const guest = await confirmed()
  expect((await sentTo(guest, eventId, 'welcome')).text).not.toContain('Own words')
  expect((await sentTo(guest, eventId, 'reminder')).text).toContain('Are you still coming?')
  const ticketId = await book(guest, eventId)
  await w.deps.db.delete(mails)
  await w.deps.mails.add(w.deps.db, { kind: 'thanks', userId: guest.id, ticketId })
  expect(await collectMails(w.deps)).toEqual([])
})

test('with the feature off no email has what was written', async () => {
  const { id: eventId } = await makeEvent()
  for (const kind of EMAIL_KINDS) await write(eventId, kind, { text: 'Own words' })
  const guest = await confirmed()
  const ticketId = await book(guest, eventId)
  await w.deps.mails.add(w.deps.db, { kind: 'reminder-late', userId: guest.id, ticketId })
  const sent = await collectMails({ ...w.deps, config: { ...w.deps.config, features: new Set() } })
  expect(sent.map(({ text }) => text.includes('Own words'))).toEqual([false, false])
})

test('the reminder keeps time, place, ways to answer and the link that ends it; the early one is ours', async () => {
  clocked.set('2026-05-04T11:00:00Z')
  const { id: eventId } = await makeEvent({ startTime: new Date(clocked.now().getTime() + 20 * HOUR) })
  await write(eventId, 'reminder', { text: 'Bring a cup, {first_name}.' })
  const asked = { kind: 'text', label: 'Any allergies?', required: true } as const
  await creator.api.bookingQuestions.put({ params: { eventId }, body: { questions: [asked] } })
  const nora = await confirmed({ firstName: 'Nora' })
  await book(nora, eventId, { createdAt: new Date(clocked.now().getTime() - 48 * HOUR) })
  await w.deps.db.delete(mails)
  await sendReminders(w.deps, { lease })
  const [mail] = await collectMails(w.deps)
  for (const part of [
    'Bring a cup, Nora.',
    '#coming',
    '#cannot-come',
    'The organiser still needs to know:',
    'Any allergies?',
    '#questions',
    'The Cobblestone, Dublin',
    '8:00 AM',
    'Unsubscribe from',
  ])
    expect(mail!.text).toContain(part)
  expect(mail!.text).not.toContain('Are you still coming')
  const [row] = await w.deps.db.select().from(tickets).where(eq(tickets.eventId, eventId))
  await w.deps.mails.add(w.deps.db, { kind: 'reminder-early', userId: nora.id, ticketId: row!.id })
  expect((await collectMails(w.deps))[0]!.text).toContain('Are you still coming')
})

describe('the thank-you', () => {
  const ended = async (fields: EventFields = {}) => {
    clocked.set('2026-05-04T11:00:00Z')
    const startTime = new Date(clocked.now().getTime() + HOUR)
    const event = await makeEvent({ startTime, endTime: new Date(startTime.getTime() + 2 * HOUR), ...fields })
    await write(event.id, 'thanks', { hours: 5 })
    return event.id
  }
  const thank = async () => {
    await sendThanks(w.deps, { lease })
    return (await collectMails(w.deps)).map(({ to }) => to).toSorted()
  }
  const clear = () => w.deps.db.delete(mails)

  test('goes out so many hours after the end to those who were let in, once for a booking', async () => {
    const eventId = await ended()
    const [came, stayed] = [await confirmed(), await confirmed()]
    await book(came, eventId, { admitted: 1 })
    await book(stayed, eventId)
    await clear()
    clocked.pass(8 * HOUR - 1)
    expect(await thank()).toEqual([])
    clocked.pass(1)
    expect(await thank()).toEqual([came.email])
    expect(await thank()).toEqual([])
    // Somebody whose scan a phone at the door sends late.
    await w.deps.db.update(tickets).set({ admitted: 2 }).where(eq(tickets.userId, stayed.id))
    clocked.pass(HOUR)
    expect(await thank()).toEqual([stayed.email])
    // A later end does not thank anybody twice.
    await w.deps.db
      .update(events)
      .set({ endTime: sql`end_time + interval '1 day'` })
      .where(eq(events.id, eventId))
    clocked.pass(24 * HOUR)
    expect(await thank()).toEqual([])
  })

  test('goes to all who booked where nobody was let in, but not to who gave back, to guests by name or after a switch', async () => {
    const eventId = await ended()
    const [one, two, gone, unwilling] = [await confirmed(), await confirmed(), await confirmed(), await confirmed()]
    for (const person of [one, two, unwilling]) await book(person, eventId)
    const ticketId = await book(gone, eventId)
    await gone.api.tickets.return({ params: { ticketId }, body: {} })
    await unwilling.api.notices.set({ body: { notices: [{ notice: 'message', mail: false }] } })
    const guest = { name: 'Nuala', numberOfTickets: 1, email: 'nuala@example.org', mail: true }
    await creator.api.guests.add({ params: { eventId }, body: guest })
    await clear()
    clocked.pass(9 * HOUR)
    expect(await thank()).toEqual([one.email, two.email].toSorted())
    expect(await w.deps.db.$count(thankYous, eq(thankYous.ticketId, ticketId))).toBe(0)
    // Given back while the email waited to be sent.
    await w.deps.mails.add(w.deps.db, { kind: 'thanks', userId: gone.id, ticketId })
    expect(await collectMails(w.deps)).toEqual([])
  })

  test('is not sent while it or the feature is off, whatever else is on', async () => {
    const eventId = await ended()
    for (const kind of ['welcome', 'reminder'] as const) await write(eventId, kind, { hours: 5 })
    await write(eventId, 'thanks', { enabled: false, hours: 5 })
    await book(await confirmed(), eventId)
    await clear()
    clocked.pass(9 * HOUR)
    await sendThanks(w.deps, { lease })
    expect(await w.deps.db.$count(mails)).toBe(0)
    await write(eventId, 'thanks', { hours: 5 })
    await sendThanks({ ...w.deps, config: { ...w.deps.config, features: new Set() } }, { lease })
    expect(await w.deps.db.$count(mails)).toBe(0)
    expect(await thank()).toHaveLength(1)
  })

  test('is not sent about an event that was cancelled or hidden, nor days later', async () => {
    for (const fields of [{ status: 'cancelled' as const }, { hiddenAt: new Date() }]) {
      const eventId = await ended()
      await book(await confirmed(), eventId)
      await w.deps.db.update(events).set(fields).where(eq(events.id, eventId))
    }
    clocked.pass(9 * HOUR)
    await clear()
    expect(await thank()).toEqual([])
    const eventId = await ended()
    await book(await confirmed(), eventId)
    await clear()
    clocked.pass(81 * HOUR)
    expect(await thank()).toEqual([])
  })

  test('of a booking that another process has just noted is sent by that one', async () => {
    const eventId = await ended()
    const ticketId = await book(await confirmed(), eventId)
    await clear()
    clocked.pass(9 * HOUR)
    const ran = await w.deps.db.transaction(async (tx) => {
      await tx.insert(thankYous).values({ ticketId })
      const running = sendThanks(w.deps, { lease })
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => running
    })
    await ran()
    expect(await w.deps.db.$count(mails)).toBe(0)
  })

  test('many bookings are thanked in portions, each once although two processes run', async () => {
    const eventId = await ended()
    for (let n = 0; n < 7; n++) await book(await confirmed(), eventId)
    await clear()
    clocked.pass(9 * HOUR)
    await Promise.all([sendThanks(w.deps, { lease }, 2), sendThanks(w.deps, { lease }, 3)])
    expect(await w.deps.db.$count(mails, eq(mails.kind, 'thanks'))).toBe(7)
    expect(await w.deps.db.$count(thankYous)).toBeGreaterThanOrEqual(7)
  })

  test('waits for those whose address is unconfirmed once they have had a day’s number of strangers’ words', async () => {
    const eventId = await ended()
    const stan = await w.person()
    await book(stan, eventId)
    await clear()
    await w.deps.db.insert(mails).values(
      Array.from({ length: 5 }, () => ({
        kind: 'question',
        userId: stan.id,
        status: 'sent' as const,
        sentAt: new Date(),
      })),
    )
    clocked.pass(9 * HOUR)
    expect(await thank()).toEqual([])
    await w.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, stan.id))
    await w.deps.db
      .update(mails)
      .set({ nextAttemptAt: sql`now()` })
      .where(eq(mails.kind, 'thanks'))
    expect(await thank()).toEqual([stan.email])
  })
})
