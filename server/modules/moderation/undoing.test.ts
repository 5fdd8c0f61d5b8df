// An objection that is granted takes back what that one decision did. What another decision holds stays as it is.
import { expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { DecisionBody } from '../../../contract/moderation.ts'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import { world } from '../../test-support/world.ts'

async function scene() {
  let now = new Date('2026-11-16T12:00:00Z')
  const w = await world({ deps: { clock: () => now } })
  const moderator = await w.person({ role: 'moderator' })
  const second = await w.person({ role: 'moderator' })
  const nora = await w.person()
  const { id: eventId } = await w.event(nora, {
    startTime: new Date('2026-12-24T20:00:00Z'),
    createdAt: new Date('2026-11-01T12:00:00Z'),
  })
  const decide = async (body: Omit<DecisionBody, 'subject' | 'reason'>) => {
    now = new Date(now.getTime() + HOUR)
    const subject = body.act === 'hide' ? { eventId } : { accountId: nora.id }
    return (await moderator.api.moderation.decide({ body: { subject, reason: 'spam', ...body } })).reference
  }
  const undo = async (reference: string) => {
    const params = { reference }
    await nora.api.moderation.object({ params, body: { text: 'No.' } })
    await second.api.moderation.decideObjection({ params, body: { outcome: 'undone' } })
  }
  const isShown = () =>
    w.visitor.events.get({ params: { eventId } }).then(
      () => true,
      () => false,
    )
  const end = async () => (await nora.api.users.profile()).suspendedUntil
  const later = async (at: string) => {
    now = new Date(at)
    await w.deps.jobs.add(w.deps.db, { kind: 'end-suspensions' })
    await w.deps.jobs.runDue()
  }
  return { ...w, moderator, nora, eventId, decide, undo, isShown, end, later }
}

const UNTIL = '2026-11-30T18:00:00.000Z'

test('of two decisions that hide an event each has to be undone', async () => {
  const { decide, undo, isShown } = await scene()
  const [first, second] = [await decide({ act: 'hide' }), await decide({ act: 'hide' })]
  await undo(first)
  expect(await isShown()).toBe(false)
  await undo(second)
  expect(await isShown()).toBe(true)
})

test.each(['before', 'after'])(
  'an event that was hidden %s its creator’s account comes back with that',
  async (when) => {
    const { decide, undo, isShown } = await scene()
    const acts = when === 'before' ? (['hide', 'hide-account'] as const) : (['hide-account', 'hide'] as const)
    const references = [await decide({ act: acts[0] }), await decide({ act: acts[1] })]
    const [event, account] = when === 'before' ? references : references.toReversed()
    await undo(event!)
    expect(await isShown()).toBe(false)
    await undo(account!)
    expect(await isShown()).toBe(true)
  },
)

test('what a suspension still hides is shown at its end', async () => {
  const { decide, undo, isShown, later } = await scene()
  await decide({ act: 'suspend', until: UNTIL })
  const account = await decide({ act: 'hide-account' })
  await undo(account)
  expect(await isShown()).toBe(false)
  await later(UNTIL)
  expect(await isShown()).toBe(true)
})

test('of two suspensions the other one’s end counts again', async () => {
  const { decide, undo, isShown, end, later } = await scene()
  await decide({ act: 'suspend', until: UNTIL })
  const longer = await decide({ act: 'suspend', until: '2027-11-30T18:00:00Z' })
  await undo(longer)
  expect([await end(), await isShown()]).toEqual([UNTIL, false])
  await later(UNTIL)
  expect([await end(), await isShown()]).toEqual([undefined, true])
})

test('one that leaves the events where they are hides none when the other is undone', async () => {
  const { decide, undo, isShown, end } = await scene()
  await decide({ act: 'suspend', until: UNTIL, keepEvents: true })
  const hiding = await decide({ act: 'suspend', until: UNTIL })
  expect(await isShown()).toBe(false)
  await undo(hiding)
  expect([await end(), await isShown()]).toEqual([UNTIL, true])
})

test('what was restored in between holds nothing any more', async () => {
  const { decide, undo, isShown, moderator, nora } = await scene()
  await decide({ act: 'hide-account' })
  const body = { subject: { accountId: nora.id }, act: 'restore', reason: 'mistake' } as const
  await moderator.api.moderation.decide({ body })
  await undo(await decide({ act: 'hide' }))
  expect(await isShown()).toBe(true)
})

test('nor what was decided about the account before the event was brought back by itself', async () => {
  const { decide, undo, isShown, moderator, eventId } = await scene()
  await decide({ act: 'hide-account' })
  const body = { subject: { eventId }, act: 'restore', reason: 'mistake' } as const
  await moderator.api.moderation.decide({ body })
  await undo(await decide({ act: 'hide' }))
  expect(await isShown()).toBe(true)
})

test('what comes back waits for a decision about its creator that is being written', async () => {
  const { deps, nora, decide, undo, isShown } = await scene()
  const reference = await decide({ act: 'hide' })
  const waiting = async () => {
    const { rows } = await deps.db.$client.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%from "users"%'`,
    )
    return rows.length
  }
  const undone = await deps.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, nora.id)).for('no key update')
    const undone = undo(reference)
    await expect.poll(waiting).toBe(1)
    return { undone }
  })
  await undone.undone
  expect(await isShown()).toBe(true)
})
