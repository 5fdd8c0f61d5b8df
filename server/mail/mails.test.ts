import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { jobs } from '../db/schema/jobs.ts'
import { mails } from '../db/schema/mails.ts'
import type { Deps } from '../deps.ts'
import { PRIORITY } from '../jobs/priority.ts'
import { world } from '../test-support/world.ts'
import type { Letter } from './letter.ts'
import { createMails, MAIL_SLOTS, mailLane, type MailOptions } from './mails.ts'

const letter: Letter = { to: 'nora@example.org', subject: 'Hello', preview: '', heading: 'Hello', blocks: [] }
const transport = { send: () => Promise.resolve(), close: () => undefined }
const render = () => Promise.resolve(letter)

function sender(deps: Deps, options: Partial<MailOptions> & Pick<MailOptions, 'kinds'>) {
  const lane = mailLane({ transport, publicUrl: 'http://test', ...options })(deps)
  onTestFinished(() => lane.stop())
  return lane
}

test('a password reset overtakes ten thousand bookings that wait', async () => {
  const { deps, person } = await world()
  const { id: userId } = await person()
  const order: string[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const kinds = {
    booking: {
      priority: PRIORITY.normal,
      async render() {
        order.push('booking')
        await gate
        return null
      },
    },
    'password-reset': {
      priority: PRIORITY.urgent,
      render() {
        order.push('reset')
        return Promise.resolve(null)
      },
    },
  }
  // To nobody in particular, so that they need not take turns.
  await deps.db.execute(sql`insert into mails (kind) select 'booking' from generate_series(1, 10000)`)
  const lane = sender(deps, { kinds })
  lane.start()
  await expect.poll(() => order.length).toBe(MAIL_SLOTS)
  await createMails(kinds).add(deps.db, { kind: 'password-reset', userId })
  open()
  await expect.poll(() => order).toContain('reset')
  await lane.stop()
  // After those that were in flight, and those of a claim that had looked for urgent ones a moment before.
  expect(order.indexOf('reset')).toBeLessThan(3 * MAIL_SLOTS)
})

test('a mail that has become pointless is skipped: it was not sent, and counts against no limit', async () => {
  const { deps, person } = await world()
  const { id: userId } = await person()
  let isPointless = true
  const kinds = { note: { render: () => Promise.resolve(isPointless ? null : letter), priority: PRIORITY.normal } }
  const lane = sender(deps, { kinds })
  for (let n = 0; n < 30; n++) await createMails(kinds).add(deps.db, { kind: 'note', userId, payload: { token: 'x' } })
  await lane.runDue()
  expect(await deps.db.$count(mails, sql`status = 'skipped' and sent_at is null and payload = '{}'`)).toBe(30)
  isPointless = false
  await createMails(kinds).add(deps.db, { kind: 'note', userId })
  expect(await lane.runDue()).toBe(1)
  expect(await deps.db.$count(mails, eq(mails.status, 'sent'))).toBe(1)
})

test('a mail may be folded into one that gathers several, in one step', async () => {
  const { deps, person } = await world()
  const { id: userId } = await person()
  const sent: number[] = []
  const kinds = {
    note: { render, priority: PRIORITY.normal },
    digest: { render, priority: PRIORITY.bulk },
  }
  const sendAt = new Date(Date.now() + 3_600_000)
  const lane = sender(deps, {
    kinds,
    transport: { send: () => Promise.resolve(void sent.push(1)), close: () => undefined },
    decide: (_db, { kind }) =>
      Promise.resolve(
        kind === 'note'
          ? { is: 'fold', into: { kind: 'digest', userId, sendAt, dedupeKey: `user:${userId}` } }
          : { is: 'now' },
      ),
  })
  for (let n = 0; n < 7; n++) await createMails(kinds).add(deps.db, { kind: 'note', userId })
  await lane.runDue()
  expect(sent).toEqual([])
  expect(await deps.db.$count(mails, eq(mails.status, 'folded'))).toBe(7)
  expect(await deps.db.select().from(mails).where(eq(mails.kind, 'digest'))).toMatchObject([
    { status: 'waiting', nextAttemptAt: sendAt },
  ])
})

test('somebody without an account can be written to, and a booking more than once', async () => {
  const { deps, person, event } = await world()
  const nora = await person()
  const { id: eventId } = await event(nora)
  const { id: ticketId } = await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  const kinds = { note: { render, priority: PRIORITY.normal } }
  const own = createMails(kinds)
  await own.add(deps.db, { kind: 'note', userId: null, payload: { to: 'aoife@example.org' } })
  await own.add(deps.db, { kind: 'note', userId: nora.id, ticketId })
  expect(await sender(deps, { kinds }).runDue()).toBe(2)
})

test('a mail of a kind that no module writes is refused when it is added, not when it is sent', async () => {
  const { deps } = await world()
  await expect(deps.mails.add(deps.db, { kind: 'nonsense', userId: null })).rejects.toThrow('nonsense')
})

test('the limit an hour is counted along one index, however many mails an account has had', async () => {
  const { deps, person } = await world()
  const { id: userId } = await person()
  await deps.db.execute(sql`insert into mails (kind, user_id, status, sent_at)
    select 'booking', ${userId}, 'sent', now() - interval '2 hours' from generate_series(1, 5000)`)
  await deps.db.execute(sql`analyze mails`)
  const { rows } = await deps.db.execute<{ 'QUERY PLAN': string }>(sql`explain select count(*) from mails
    where user_id = ${userId} and kind = 'booking' and sent_at > now() - interval '1 hour'`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('mails_user_sent')
  expect(plan).toMatch(/Index Cond: .*sent_at >/)
})

test('metrics tell what waits, how late it is and what became of it, by kind', async () => {
  const { app, deps, person, visitor } = await world()
  await deps.db.insert(jobs).values({ kind: 'later', nextAttemptAt: new Date(Date.now() + 3_600_000) })
  await deps.db.insert(mails).values({ kind: 'from-the-future', nextAttemptAt: new Date(Date.now() - 3_600_000) })
  await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  await deps.jobs.runDue()
  const { body } = await app.inject({ method: 'GET', url: '/metrics' })
  expect(body).toContain('hooley_jobs_waiting{kind="later"} 1')
  expect(body).toContain('hooley_jobs_waiting{kind="from-the-future"} 1')
  expect(body).toMatch(/hooley_jobs_overdue_seconds\{kind="from-the-future"\} 36\d\d/)
  expect(body).toContain('hooley_jobs_overdue_seconds{kind="later"} 0')
  expect(body).toContain('hooley_jobs_total{kind="password-reset",result="done"} 1')
})
