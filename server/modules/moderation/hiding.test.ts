import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { pendingChanges } from '../../db/schema/event-states.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { soldOut, type Clocked } from '../../test-support/sold-out.ts'
import { world, type Person, type World } from '../../test-support/world.ts'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

const deciding = (moderator: Person, eventId: number) => (act: 'hide' | 'restore') =>
  moderator.api.moderation.decide({ body: { subject: { eventId }, act, reason: 'spam' } })

/** A sold-out event in ten days, with somebody on its waiting list. */
async function scene(fields: { title?: string } = {}) {
  const w = await world({ env: { FEATURES: 'favourites' } })
  const clocked = { w, now: w.deps.clock } as Clocked
  const full = await soldOut(clocked, { seats: [1, 1], startsIn: 10 * DAY, ...fields })
  const moderator = await w.person({ role: 'moderator' })
  return { w, moderator, decide: deciding(moderator, full.event.id), ...full }
}

const kindsTo = async ({ deps: { db } }: World, { id }: Person) =>
  (await db.select().from(mails).where(eq(mails.userId, id)).orderBy(mails.id)).map(({ kind, status }) => [
    kind,
    status,
  ])

describe('a hidden event', () => {
  test('takes no bookings, joins or questions, and makes no offers until it is restored', async () => {
    const { w, decide, params, waiting, takeBack, offered, counts } = await scene()
    const anna = await waiting()
    await takeBack(0)
    expect(await offered()).toEqual([[anna.entryId, 1]])
    await decide('hide')
    await w.deps.jobs.runDue()
    expect(await offered()).toEqual([])
    const ben = await w.person()
    const { eventId } = params
    const refused = [
      () => ben.api.tickets.book({ body: { eventId, numberOfTickets: 1 } }),
      () => ben.api.waitingList.join({ params, body: { numberOfTickets: 1 } }),
      () => ben.api.questions.ask({ params, body: { text: 'Is it on?' } }),
      () => ben.api.favourites.save({ params }),
      () => anna.accept(),
    ]
    for (const call of refused) expect(await codeOf(call())).toBe('event_not_found')
    expect(await counts()).toMatchObject({ sold: 1, held: 0 })
    await decide('restore')
    // At once: nobody else may find the seat first.
    expect(await counts()).toMatchObject({ sold: 1, held: 1 })
    await w.deps.jobs.runDue()
    expect(await offered()).toEqual([[anna.entryId, 1]])
    expect(await codeOf(anna.accept())).toBe('answered')
  })

  test('tells each guest once, in neutral words, and sends nothing else that waits', async () => {
    const w = await world()
    const [moderator, creator] = [await w.person({ role: 'moderator' }), await w.person()]
    const guest = await w.person({ emailConfirmedAt: new Date() })
    const event = await w.event(creator, { title: 'Quarry Ceilidh', startTime: new Date(Date.now() + 10 * DAY) })
    const decide = deciding(moderator, event.id)
    const { id: ticketId } = await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await collectMails(w.deps)
    // Written before, and not yet sent.
    await w.deps.mails.add(w.deps.db, { kind: 'reminder-early', userId: guest.id, ticketId })
    await w.deps.mails.add(w.deps.db, { kind: 'booking', userId: guest.id, ticketId })
    await w.deps.mails.add(w.deps.db, {
      kind: 'question',
      userId: creator.id,
      payload: { eventId: event.id, askedBy: guest.id, text: 'x' },
    })
    await decide('hide')
    const sent = await collectMails(w.deps)
    expect(sent.map(({ to }) => to).toSorted()).toEqual([creator.email, guest.email].toSorted())
    const told = sent.find(({ to }) => to === guest.email)
    expect(told?.text).toContain('isn’t shown on Hooley at the moment')
    expect(told?.text).not.toMatch(/moderator|spam|rule|decision|hidden/i)
    expect(told?.text).toContain('/links/')
    for (const act of ['restore', 'hide'] as const) await decide(act)
    expect((await collectMails(w.deps)).filter(({ to }) => to === guest.email)).toEqual([])
    expect((await kindsTo(w, guest)).filter(([kind]) => kind === 'event-hidden')).toEqual([['event-hidden', 'sent']])
  })

  test('that is shown again before the mail went out is not told of', async () => {
    const { w, decide } = await scene()
    await collectMails(w.deps)
    await decide('hide')
    await decide('restore')
    const subjects = (await collectMails(w.deps)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your event is no longer shown', 'Your event is shown again'])
  })

  test('stays among the bookings of those who booked, and says there that it is not shown', async () => {
    const w = await world()
    const [moderator, creator, guest] = [await w.person({ role: 'moderator' }), await w.person(), await w.person()]
    const { id: eventId } = await w.event(creator)
    const { id: ticketId } = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    const decide = deciding(moderator, eventId)
    await decide('hide')
    const params = { ticketId }
    expect(await guest.api.tickets.get({ params })).toMatchObject({ numberOfTickets: 2, event: { isHidden: true } })
    const query = { ids: String(eventId) }
    expect((await guest.api.events.list({ query })).items).toMatchObject([{ id: eventId, isHidden: true }])
    expect((await (await w.person()).api.events.list({ query })).items).toEqual([])
    expect((await w.visitor.events.list({ query })).items).toEqual([])
    expect(await guest.api.tickets.return({ params, body: { numberOfTickets: 1 } })).toMatchObject({
      numberOfTickets: 1,
    })
    await decide('restore')
    expect((await guest.api.tickets.get({ params })).event.isHidden).toBeUndefined()
    expect((await guest.api.events.list({ query })).items).toMatchObject([{ id: eventId }])
  })

  test('announces what its organiser changed only when it is shown again', async () => {
    let now = new Date()
    const w = await world({ deps: { clock: () => now } })
    const [moderator, creator, guest] = [await w.person({ role: 'moderator' }), await w.person(), await w.person()]
    const { id: eventId } = await w.event(creator, { startTime: new Date(now.getTime() + 10 * DAY) })
    await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const decide = deciding(moderator, eventId)
    await decide('hide')
    await creator.api.events.cancel({ params: { eventId }, body: {} })
    now = new Date(now.getTime() + DAY)
    const told = async () => (await kindsTo(w, guest)).filter(([kind]) => kind === 'event-change').length
    const tell = { kind: 'tell-of-change', payload: { eventId } }
    await w.deps.jobs.add(w.deps.db, tell)
    await w.deps.jobs.runDue()
    expect(await told()).toBe(0)
    await decide('restore')
    // Due by the database's clock in a moment; run by hand, so that nobody waits for it.
    await w.deps.jobs.add(w.deps.db, tell)
    await w.deps.jobs.runDue()
    expect(await told()).toBe(1)
    expect(await w.deps.db.$count(pendingChanges)).toBe(0)
  })

  test('whose restoring finds a change that waits has it told by a job of its own', async () => {
    const { w, decide, params, creator } = await scene()
    await decide('hide')
    await creator.api.events.cancel({ params, body: {} })
    const waiting = () => w.deps.db.$count(jobs, eq(jobs.kind, 'tell-of-change'))
    await w.deps.db.delete(jobs)
    await decide('restore')
    expect(await waiting()).toBe(1)
  })
})
