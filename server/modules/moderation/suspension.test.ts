import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../../contract/api.ts'
import { isForSuspended } from '../../../contract/endpoint.ts'
import { events } from '../../db/schema/events.ts'
import { auditLog } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import { signLink } from '../../access/mail-links.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { nameOf } from '../../test-support/injected-call.ts'
import { world } from '../../test-support/world.ts'

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { message?: string }).message,
  )

/** Nora, who has an event and a booking, is about to be suspended. */
async function scene() {
  let now = new Date('2026-11-16T12:00:00Z')
  const w = await world({ deps: { clock: () => now } })
  const moderator = await w.person({ role: 'moderator' })
  const nora = await w.person()
  const { id: eventId } = await w.event(nora, { startTime: new Date('2026-12-24T20:00:00Z') })
  const other = await w.event(await w.person(), { startTime: new Date('2026-12-24T20:00:00Z') })
  const ticket = await nora.api.tickets.book({ body: { eventId: other.id, numberOfTickets: 2 } })
  const until = '2026-11-30T18:00:00Z'
  const suspend = (fields: { keepEvents?: boolean; until?: string } = {}) =>
    moderator.api.moderation.decide({
      body: { subject: { accountId: nora.id }, act: 'suspend', reason: 'spam', until, ...fields },
    })
  const isHidden = async () => {
    const [row] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
    return row?.hiddenAt !== null
  }
  return {
    w,
    moderator,
    nora,
    eventId,
    otherId: other.id,
    ticket,
    suspend,
    isHidden,
    set: (at: string) => (now = new Date(at)),
  }
}

const SENTENCE = 'Your account is suspended until 30th Nov, 2026, 6:00 PM UTC'

describe('somebody who is suspended', () => {
  test('can read, give back, download, delete and object; all else says until when', async () => {
    const { w, nora, eventId, otherId, ticket, suspend } = await scene()
    const { reference } = await suspend()
    const params = { eventId: otherId }
    const refused = [
      () => nora.api.tickets.book({ body: { eventId: otherId, numberOfTickets: 1 } }),
      () => nora.api.questions.ask({ params, body: { text: 'Is there parking?' } }),
      () => nora.api.events.cancel({ params: { eventId }, body: {} }),
      () => nora.api.users.updateProfile({ body: { firstName: 'Nora', lastName: 'Byrne' } }),
      () => nora.api.storage.presignedUrl({ query: { fileName: 'a.png', fileType: 'image/png' } }),
      () => nora.api.tickets.answer({ params: { ticketId: ticket.id }, body: { coming: true } }),
      () => nora.api.reports.send({ body: { eventId, kind: 'rules', text: 'Hm.' } }),
    ]
    for (const call of refused) expect(await refusalOf(call())).toBe(SENTENCE)
    const allowed = [
      () => nora.api.users.profile(),
      () => nora.api.tickets.list(),
      () => nora.api.events.get({ params: { eventId } }),
      () => nora.api.tickets.return({ params: { ticketId: ticket.id }, body: { numberOfTickets: 1 } }),
      () => nora.api.account.startExport(),
      () => nora.api.moderation.object({ params: { reference }, body: { text: 'It was not me.' } }),
      () => nora.api.account.deleteAccount(),
    ]
    for (const call of allowed) expect(await refusalOf(call())).toBe('answered')
    expect((await w.deps.db.select().from(users).where(eq(users.id, nora.id)))[0]?.deletionAt).not.toBeNull()
  })

  test('gives back by the link of a mail, and books nothing by one', async () => {
    const { w, nora, ticket, suspend } = await scene()
    await suspend()
    const claim = { purpose: 'answer', userId: nora.id, email: nora.email, subjectId: ticket.id } as const
    const linked = w.apiWith(signLink(w.deps.secrets, claim))
    const params = { ticketId: ticket.id }
    expect(await refusalOf(linked.tickets.answer({ params, body: { coming: true } }))).toBe(SENTENCE)
    expect(await refusalOf(linked.tickets.return({ params, body: {} }))).toBe('answered')
  })

  test('is free at the end to the second, and what was hidden comes back by itself', async () => {
    const { w, nora, otherId, suspend, isHidden, set } = await scene()
    await suspend()
    expect(await isHidden()).toBe(true)
    const book = () => refusalOf(nora.api.tickets.book({ body: { eventId: otherId, numberOfTickets: 1 } }))
    set('2026-11-30T17:59:59.999Z')
    await w.deps.jobs.add(w.deps.db, { kind: 'end-suspensions' })
    await w.deps.jobs.runDue()
    expect([await book(), await isHidden()]).toEqual([SENTENCE, true])
    set('2026-11-30T18:00:00Z')
    expect(await book()).toBe('answered')
    await w.deps.jobs.add(w.deps.db, { kind: 'end-suspensions' })
    await w.deps.jobs.runDue()
    expect(await isHidden()).toBe(false)
    expect((await nora.api.users.profile()).suspendedUntil).toBeUndefined()
    const codes = await w.deps.db.select({ code: auditLog.code }).from(auditLog).orderBy(auditLog.seq)
    expect(codes).toEqual([{ code: 'suspend' }, { code: 'suspension-over' }])
  })

  test('is told what they can do; their events stay if the decision says so', async () => {
    const { w, nora, suspend, isHidden } = await scene()
    await suspend({ keepEvents: true })
    expect(await isHidden()).toBe(false)
    const mail = (await collectMails(w.deps)).find(({ subject }) => subject === 'Your account is suspended')
    expect(mail?.to).toBe(nora.email)
    expect(mail?.text).toContain('30th Nov, 2026, 6:00 PM UTC')
    expect(mail?.text).toContain('Your events stay as they are.')
  })

  test('longer counts; what was hidden with the account stays hidden when it is over', async () => {
    const { w, moderator, nora, suspend, isHidden, set } = await scene()
    await suspend()
    await suspend({ until: '2026-12-10T18:00:00Z' })
    const subject = { accountId: nora.id }
    await moderator.api.moderation.decide({ body: { subject, act: 'hide-account', reason: 'spam' } })
    set('2026-12-01T00:00:00Z')
    await w.deps.jobs.runDue()
    expect((await nora.api.users.profile()).suspendedUntil).toBe('2026-12-10T18:00:00.000Z')
    set('2026-12-11T00:00:00Z')
    await w.deps.jobs.add(w.deps.db, { kind: 'end-suspensions' })
    await w.deps.jobs.runDue()
    expect((await nora.api.users.profile()).suspendedUntil).toBeUndefined()
    expect(await isHidden()).toBe(true)
    await moderator.api.moderation.decide({ body: { subject, act: 'restore', reason: 'mistake' } })
    expect(await isHidden()).toBe(false)
  })
})

test('these calls beside reading are for somebody who is suspended, and no others', () => {
  const written = allEndpoints.filter(({ method, access }) => method !== 'GET' && access === 'member')
  expect(written.filter(isForSuspended).map(nameOf).toSorted()).toEqual([
    'DELETE /events/{eventId}/ballot/entry',
    'DELETE /events/{eventId}/requests/mine',
    'DELETE /events/{eventId}/waiting-list',
    'DELETE /orders/{orderId}',
    'DELETE /series/{seriesId}/standing',
    'DELETE /users/account',
    'DELETE /users/api-keys/{keyId}',
    'DELETE /users/sessions',
    'DELETE /users/sessions/{sessionId}',
    'DELETE /webhooks/{webhookId}',
    'POST /auth/logout',
    'POST /decisions/{reference}/objection',
    'POST /events/{eventId}/waiting-list/decline',
    'POST /orders/{orderId}/look',
    'POST /tickets/{ticketId}/return',
    'POST /users/account/keep',
    'POST /users/change-password',
    'POST /users/export',
    'POST /users/proof',
    'POST /users/proof/options',
  ])
})

test('a moderator who is suspended moderates nothing and reads nothing of it', async () => {
  const { w, moderator } = await scene()
  const administrator = await w.person({ role: 'administrator' })
  await w.deps.db
    .update(users)
    .set({ suspendedUntil: new Date('2026-11-30T18:00:00Z') })
    .where(eq(users.id, administrator.id))
  expect(await refusalOf(administrator.api.moderation.listRoles())).toBe('You do not have permission to do this.')
  const body = { subject: { accountId: moderator.id }, act: 'hide-account', reason: 'spam' } as const
  expect(await refusalOf(administrator.api.moderation.decide({ body }))).toBe(SENTENCE)
})
