import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { decisions, reports } from '../../db/schema/moderation.ts'
import { world } from '../../test-support/world.ts'

const MONTH = 30.5 * 86_400_000

test('name and address of a reporter without an account are removed 12 months after the last word about it', async () => {
  let now = new Date('2026-01-10T12:00:00Z')
  const w = await world({ deps: { clock: () => now } })
  const { db } = w.deps
  const { id: eventId } = await w.event(await w.person())
  const member = await w.person()
  const ago = (months: number) => new Date(now.getTime() - months * MONTH)
  const decision = async (reference: string, fields: Partial<typeof decisions.$inferInsert>) => {
    const made = { reference, act: 'ask', subjectKind: 'event', subjectId: eventId, reason: 'facts' } as const
    const [row] = await db
      .insert(decisions)
      .values({ ...made, ...fields })
      .returning({ id: decisions.id })
    return row?.id
  }
  const report = (reference: string, fields: Partial<typeof reports.$inferInsert>) =>
    db
      .insert(reports)
      .values({ reference, kind: 'rules', eventId, reporterName: reference, reporterEmail: 'r@example.org', ...fields })
  await report('dismissed long ago', { dismissedAt: ago(12.5) })
  await report('dismissed lately', { dismissedAt: ago(11) })
  await report('decided long ago', { decisionId: await decision('D-1', { createdAt: ago(13) }) })
  const objected = { createdAt: ago(13), objectedAt: ago(12.6) }
  await report('objected', { decisionId: await decision('D-2', objected) })
  const answered = { ...objected, outcome: 'kept', outcomeAt: ago(5) } as const
  await report('answered lately', { decisionId: await decision('D-3', answered) })
  await report('open', { createdAt: ago(30) })
  await report('by a member', { dismissedAt: ago(20), reporterId: member.id })
  const run = async () => {
    await w.deps.jobs.add(db, { kind: 'forget-reporters' })
    await w.deps.jobs.runDue()
    const rows = await db.select().from(reports).orderBy(asc(reports.id))
    return rows.flatMap(({ reference, reporterName, reporterEmail }) =>
      reporterName || reporterEmail ? [reference] : [],
    )
  }
  const kept = ['dismissed lately', 'objected', 'answered lately', 'open', 'by a member']
  expect(await run()).toEqual(kept)
  now = new Date(now.getTime() + 2 * MONTH)
  expect(await run()).toEqual(kept.slice(1))
})
