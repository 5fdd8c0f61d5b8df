// One email of every kind, for tests of what all of them have in common.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { DAY } from '../../contract/durations.ts'
import { addressChanges } from '../db/schema/account.ts'
import { eventEmails } from '../db/schema/event-emails.ts'
import { events } from '../db/schema/events.ts'
import { favourites } from '../db/schema/favourites.ts'
import { guestMessages } from '../db/schema/guest-messages.ts'
import { decisions, reports } from '../db/schema/moderation.ts'
import { passkeys } from '../db/schema/passkeys.ts'
import { socialPosts } from '../db/schema/social-posts.ts'
import { ticketReturns } from '../db/schema/tickets.ts'
import { users } from '../db/schema/users.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import type { Mail } from '../mail/mail.ts'
import { mailKinds } from '../modules.ts'
import { collectMails } from './collect-mails.ts'
import { moduleRows } from './module-rows.ts'
import type { EventFields, Person, World } from './world.ts'

interface Reader {
  isConfirmed: boolean
  /** Has had as many emails with words of others as an unconfirmed address gets in a day. */
  isWordless?: boolean
  /** Written by others, wherever they can write something. */
  words?: string
  /** Of the event that they tell about. */
  title?: { title: string; language?: string }
}

type Send = (kind: string, person: Person, fields?: object, isConfirmed?: boolean) => Promise<void>

/** Written straight into the outbox, with what each kind tells about beneath it. */
export async function mailsOfEveryKind(w: World, reader: Reader = { isConfirmed: true }) {
  const { db, mails, config, secrets } = w.deps
  const { words = 'Rain.' } = reader
  const named = reader.words === undefined ? (reader.title ?? {}) : { title: words, venue: words }
  const confirmedAt = new Date()
  const creator = await w.person({ emailConfirmedAt: confirmedAt })
  const event = await w.event(creator, { capacity: 50, ...named })
  const eventId = event.id
  const collected = new Map<string, Mail>()
  /** All that is sent while everybody's address is as the reader's is. */
  const collect = async (isConfirmed = reader.isConfirmed) => {
    if (!isConfirmed) await db.update(users).set({ emailConfirmedAt: null })
    const sent = await collectMails(w.deps, {
      decide: () => Promise.resolve({ is: 'now', withoutWords: reader.isWordless }),
    })
    await db.update(users).set({ emailConfirmedAt: confirmedAt })
    return sent
  }
  const send: Send = async (kind, person, fields = {}, isConfirmed = reader.isConfirmed) => {
    await mails.add(db, { kind, userId: person.id, ...fields })
    const [mail] = await collect(isConfirmed)
    if (mail) collected.set(kind, mail)
  }
  const booked = async (person: Person) => {
    const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    return id
  }
  const nora = await w.person({ emailConfirmedAt: new Date() })
  const ticketId = await booked(nora)
  const [confirmation] = await collect()
  collected.set('booking', confirmation!)

  const busy = await w.person()
  for (let n = 0; n < 6; n++) await booked(busy)
  await collectMails(w.deps).then((all) => collected.set('bookings-gathered', all.at(-1)!))

  await w.visitor.auth.forgotPassword({ body: { email: nora.email } })
  await collect().then(([mail]) => collected.set('password-reset', mail!))

  await w.visitor.auth.sendCode({ body: { email: nora.email } })
  await collect().then(([mail]) => collected.set('sign-in-code', mail!))
  await w.visitor.tickets.resend({ body: { email: nora.email } })
  await collect().then(([mail]) => collected.set('tickets-again', mail!))

  const [entry] = await db
    .insert(waitingEntries)
    .values({ eventId, userId: nora.id, numberOfTickets: 2, atLeast: 2, turn: 1, restingSince: new Date() })
    .returning()
  const entryId = entry!.id
  const times = { madeAt: new Date(), toldAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
  const [offer] = await db
    .insert(offers)
    .values({ entryId, eventId, seats: 2, ...times })
    .returning()
  for (const kind of ['reminder-early', 'reminder-late', 'booked-for-you']) await send(kind, nora, { ticketId })
  const ofEvent = eq(events.id, eventId)
  const [usual] = await db.select({ startTime: events.startTime, endTime: events.endTime }).from(events).where(ofEvent)
  // Asked to confirm, and then released: within a week of the start, and booked more than two days before it.
  const [startTime, endTime] = [new Date(Date.now() + 3 * DAY), new Date(Date.now() + 4 * DAY)]
  await db.update(events).set({ confirm: true, startTime, endTime }).where(ofEvent)
  await send('reminder-confirm', nora, { ticketId })
  const released = {
    ticketId,
    eventId,
    seats: 1,
    by: 'unconfirmed' as const,
    returnedAt: new Date(),
    undoUntil: new Date(),
  }
  await db.insert(ticketReturns).values(released)
  await send('place-released', nora, { ticketId, payload: { seats: 1 } })
  await db.delete(ticketReturns).where(eq(ticketReturns.ticketId, ticketId))
  await db
    .update(events)
    .set({ confirm: false, ...usual })
    .where(ofEvent)
  for (const kind of ['taken-back', 'returned-by-link'])
    await send(kind, nora, { ticketId, payload: { seats: 1, reason: words } })
  await send('place-handed-back', nora, { ticketId, payload: { name: words } })
  for (const kind of ['offer', 'offer-expired', 'last-places', 'nothing-free'])
    await send(kind, nora, { payload: { offerId: offer!.id, entryId } })
  for (const kind of ['sold-out', 'event-listed']) await send(kind, creator, { payload: { eventId } })
  await send('role-given', creator, { payload: { role: 'moderator' } })
  await send('digest', creator, { payload: { lines: [{ eventId, booked: 2, givenBack: 0 }] } })
  await send('new-events', nora, { payload: { eventIds: [eventId] } })
  await send('google-linked', nora)
  await send('confirm-address', await w.person(), {}, false)
  await send('account-deletion', await w.person({ deletionAt: times.expiresAt }))
  await send('export-ready', nora)
  await send('contact-message', nora, { userId: null, payload: { name: 'Nora', email: nora.email, message: words } })
  await send('contact-receipt', nora, { userId: null, payload: { to: nora.email } })
  for (const kind of ['report-receipt', 'report-left'])
    await send(kind, nora, { userId: null, payload: { to: nora.email, reference: 'R-ABCDEFGHIJKL' } })
  const wish = { userId: nora.id, email: 'new@example.org', expiresAt: times.expiresAt }
  const [change] = await db.insert(addressChanges).values(wish).returning()
  await send('confirm-new-address', nora)
  await send('address-change-asked', nora, { payload: { to: nora.email, changeId: change!.id } })
  await send('address-changed', nora, { payload: { to: nora.email } })
  await db.insert(passkeys).values({
    userId: nora.id,
    credentialId: 'key',
    publicKey: Buffer.alloc(1),
    counter: 0,
    transports: [],
    name: words,
  })
  await send('security-notice', nora, { payload: { change: 'passkey-added', name: words } })
  const before = { startTime: event.startTime.toISOString(), endTime: event.endTime.toISOString(), venue: 'Elsewhere' }
  await send('event-change', nora, { ticketId, payload: { change: 'moved', before, note: words } })
  await send('event-change-waiting', nora, { payload: { eventId, change: 'moved', before, note: words } })
  const fan = await w.person({ emailConfirmedAt: new Date() })
  await fan.api.notices.set({ body: { notices: [{ notice: 'saved', mail: true }] } })
  await send('event-change-saved', fan, { payload: { eventId, change: 'moved', before, note: words } })
  const almostFull = await w.event(creator, { capacity: 50, ticketsSold: 46, ...named })
  await db.insert(favourites).values({ userId: fan.id, eventId: almostFull.id })
  await send('saved-few-left', fan, { payload: { eventId: almostFull.id } })
  await creator.api.team.invite({ params: { eventId }, body: { email: nora.email } })
  await collect().then(([mail]) => collected.set('team-invitation', mail!))
  await send('handed-over', nora, { payload: { eventId, by: creator.id } })
  const guest = { name: 'Aunt Nuala', numberOfTickets: 1, email: 'nuala@example.org', mail: true }
  await creator.api.guests.add({ params: { eventId }, body: guest })
  await collect().then(([mail]) => collected.set('guest-ticket', mail!))
  const body = { to: 'all' as const, subject: 'Doors', text: 'At seven.' }
  const { recipients } = await creator.api.guestMessages.send({ params: { eventId }, body })
  expect(recipients).toBe(2)
  await w.deps.jobs.runDue()
  const message = { subject: words, text: words, replies: false }
  await collect()
  await send('guest-message-test', creator, { payload: { eventId, ...message } })
  const [stored] = await db.update(guestMessages).set({ subject: words, text: words }).returning()
  await send('guest-message', nora, { payload: { messageId: stored!.id } })
  for (const kind of ['welcome', 'reminder', 'thanks'] as const)
    await db.insert(eventEmails).values({ eventId, kind, enabled: true, subject: words, text: words, hours: 1 })
  await send('thanks', nora, { ticketId })
  await send('event-email-test', creator, { payload: { eventId, email: 'thanks', subject: words, text: words } })
  await db.insert(socialPosts).values({ eventId, network: 'twitter', userId: creator.id, text: words })
  await send('social-post', creator, { payload: { eventId, network: 'twitter' } })
  for (const { mails: ofModule } of moduleRows)
    await ofModule?.({ db, write: send, eventId, creator, guest: nora, words, title: named.title ?? words })
  await moderationMails(w, send, nora, named)
  // A kind that is new has to be added above, or in the module's own test-rows.ts.
  expect([...collected.keys()].toSorted()).toEqual(Object.keys(mailKinds(config, secrets)).toSorted())
  return collected
}

/** Of an event that is hidden: nothing else would be sent about it. */
async function moderationMails(w: World, send: Send, nora: Person, named: EventFields) {
  const { db } = w.deps
  const hidden = await w.event(nora, named)
  const { id: ticketId } = await nora.api.tickets.book({ body: { eventId: hidden.id, numberOfTickets: 1 } })
  const reporter = await w.person()
  await db.insert(reports).values({ reference: 'R-1', kind: 'rules', eventId: hidden.id, reporterId: reporter.id })
  const moderator = await w.person({ role: 'moderator' })
  const subject = { eventId: hidden.id }
  const { reference } = await moderator.api.moderation.decide({ body: { subject, act: 'hide', reason: 'spam' } })
  await nora.api.moderation.object({ params: { reference }, body: { text: 'No.' } })
  const second = await w.person({ role: 'moderator' })
  await second.api.moderation.decideObjection({ params: { reference }, body: { outcome: 'kept' } })
  await collectMails(w.deps)
  const [decision] = await db.select().from(decisions)
  const [report] = await db.select().from(reports)
  for (const kind of ['statement', 'objection-decided'])
    await send(kind, nora, { payload: { decisionId: decision!.id } })
  await send('report-decided', reporter, { payload: { reportId: report!.id } })
  await send('event-hidden', nora, { ticketId })
}
