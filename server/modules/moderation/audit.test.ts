import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db, Tx } from '../../db/client.ts'
import { auditLog, moderationWords } from '../../db/schema/moderation.ts'
import { openWorld, type World } from '../../test-support/world.ts'
import { writeAudit } from './audit.ts'
import { checkAudit, type AuditResult } from './audit-check.ts'
import { writeWords } from './words.ts'

const run = promisify(execFile)
const LINES = 5

const opened: World[] = []
let shared: World | undefined
afterAll(() => Promise.all(opened.map((w) => w.close())))

/** Some lines, each with words. */
async function written(): Promise<World> {
  const w = await openWorld()
  opened.push(w)
  const { db } = w.deps
  const nora = await w.person()
  for (let n = 1; n <= LINES; n++) {
    await db.transaction(async (tx) => {
      const words = await writeWords(tx, { kind: 'decision', text: `Because ${n}|€`, byId: null, aboutId: nora.id })
      await writeAudit(tx, { at: new Date(), actorId: nora.id, code: 'hide', subject: `event:${n}`, words })
    })
  }
  return w
}

/** As somebody who owns the database and not only the product's rights: triggers do not hold them up. */
const behindItsBack = (db: Db | Tx, change: ReturnType<typeof sql>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(change)
    await tx.execute(sql`set local session_replication_role = origin`)
  })

const problemIn = async (db: Db | Tx, noted?: { seq: number; hash: string }) => {
  const result: AuditResult = await checkAudit(db, noted)
  return 'problem' in result ? result.problem : 'whole'
}

describe('the audit log', () => {
  test('is a chain without a gap, also when many append at once', async () => {
    const w = await written()
    const append = (n: number) =>
      w.deps.db.transaction((tx) =>
        writeAudit(tx, { at: new Date(), actorId: null, code: 'report', subject: `report:${n}` }),
      )
    await Promise.all(Array.from({ length: 20 }, (_, n) => append(n)))
    expect(await checkAudit(w.deps.db)).toMatchObject({ lines: LINES + 20, last: { seq: LINES + 20 } })
  })

  test('cannot be changed, emptied or shortened by the product', async () => {
    const { deps } = await written()
    const attempts = [
      sql`update audit_log set code = 'restore' where seq = 1`,
      sql`delete from audit_log where seq = 1`,
      sql`truncate audit_log`,
    ]
    for (const attempt of attempts)
      await expect(deps.db.execute(attempt)).rejects.toMatchObject({
        cause: { code: '42501', message: 'The audit log is append-only.' },
      })
    expect(await deps.db.$count(auditLog)).toBe(LINES)
  })

  test.each([
    [
      'a line that was changed',
      sql`update audit_log set code = 'restore' where seq = 3`,
      'Line 3 of the audit log was changed.',
    ],
    ['another actor', sql`update audit_log set actor_id = null where seq = 2`, 'Line 2 of the audit log was changed.'],
    [
      'another time',
      sql`update audit_log set at = at + interval '1 second' where seq = 1`,
      'Line 1 of the audit log was changed.',
    ],
    ['a line that was removed', sql`delete from audit_log where seq = 3`, 'Line 3 of the audit log is missing.'],
    ['several', sql`delete from audit_log where seq in (2, 3)`, 'Lines 2 to 3 of the audit log are missing.'],
    ['the first', sql`delete from audit_log where seq = 1`, 'Line 1 of the audit log is missing.'],
    ['the last', sql`delete from audit_log where seq = 5`, 'The audit log ends at line 4, though it had 5.'],
    ['all', sql`delete from audit_log`, 'The audit log ends at line 0, though it had 5.'],
    [
      'words that were changed',
      sql`update moderation_words set text = 'Because of rain' where id = 2`,
      'The words 2 of the audit log were changed.',
    ],
    [
      'words that were removed',
      sql`delete from moderation_words where id = 4`,
      'The words of line 4 of the audit log are missing.',
    ],
  ])('%s is found', async (_, change, problem) => {
    // One log for all of them: what was done to it is rolled back.
    const { deps } = (shared ??= await written())
    const found: string[] = []
    await deps.db
      .transaction(async (tx) => {
        found.push(await problemIn(tx))
        await behindItsBack(tx, change)
        found.push(await problemIn(tx))
        tx.rollback()
      })
      .catch(() => undefined)
    expect(found).toEqual(['whole', problem])
  })

  test('a line that was changed with its hash does not fit the next one; a whole new chain not what was noted', async () => {
    const w = await written()
    const result = await checkAudit(w.deps.db)
    const noted = 'last' in result ? result.last! : { seq: 0, hash: '' }
    await behindItsBack(w.deps.db, sql`update audit_log set hash = sha256('other') where seq = 2`)
    expect(await problemIn(w.deps.db)).toMatch(/^Line 2 of the audit log was changed/)
    await behindItsBack(w.deps.db, sql`delete from audit_log`)
    await behindItsBack(w.deps.db, sql`delete from audit_head`)
    for (let n = 1; n <= LINES + 1; n++)
      await w.deps.db.transaction((tx) =>
        writeAudit(tx, { at: new Date(), actorId: null, code: 'hide', subject: `event:${n}` }),
      )
    expect(await problemIn(w.deps.db)).toBe('whole')
    expect(await problemIn(w.deps.db, noted)).toBe('Line 5 of the audit log is not the one that was noted.')
  })

  test('what was taken off the end stays missing when it goes on', async () => {
    const w = await written()
    await behindItsBack(w.deps.db, sql`delete from audit_log where seq = 5`)
    const line = { at: new Date(), actorId: null, code: 'report', subject: 'report:9' } as const
    await w.deps.db.transaction((tx) => writeAudit(tx, line))
    expect(await problemIn(w.deps.db)).toBe('Line 5 of the audit log is missing.')
  })

  test('stays whole when the words of an account are emptied, and nobody can try out what they were', async () => {
    const w = await written()
    await w.deps.db.update(moderationWords).set({ text: null, salt: null }).where(eq(moderationWords.id, 3))
    expect(await problemIn(w.deps.db)).toBe('The words 3 of the audit log were emptied, though no account was deleted.')
    await w.deps.db.execute(sql`update users set deleted_at = now()`)
    expect(await problemIn(w.deps.db)).toBe('whole')
  })
})

describe('what was decided', () => {
  let decided: World | undefined

  /** Two decisions, one of them undone after an objection, and a report whose sender left a name. */
  async function decisionsMade(): Promise<World> {
    const w = await openWorld()
    opened.push(w)
    const [nora, maeve, other] = [
      await w.person(),
      await w.person({ role: 'moderator' }),
      await w.person({ role: 'moderator' }),
    ]
    const event = await w.event(nora)
    const send = { eventId: event.id, kind: 'rules' as const, text: 'An advertisement.', email: 'ann@example.org' }
    await w.visitor.reports.send({ body: send })
    const decide = (act: 'hide' | 'ask') =>
      maeve.api.moderation.decide({ body: { subject: { eventId: event.id }, act, reason: 'spam', text: 'Because.' } })
    await decide('ask')
    const { reference } = await decide('hide')
    await nora.api.moderation.object({ params: { reference }, body: { text: 'It is not.' } })
    await other.api.moderation.decideObjection({ params: { reference }, body: { outcome: 'undone' } })
    return w
  }

  test.each([
    ['another act', sql`update decisions set act = 'ask' where id = 2`, /^The decision D-\w+ is not what/],
    ['another reason', sql`update decisions set reason = 'fraud' where id = 1`, /^The decision D-\w+ is not what/],
    ['about something else', sql`update decisions set subject_id = 99 where id = 1`, /^The decision D-\w+ is not what/],
    ['taken out', sql`delete from decisions where id = 1`, /^The decision of line 2 .* was changed or deleted/],
    ['by somebody else', sql`update decisions set moderator_id = 1 where id = 1`, /is not by whom the audit log says/],
    [
      'with another outcome',
      sql`update decisions set outcome = 'kept' where id = 2`,
      /was not decided as the audit log/,
    ],
    [
      'without its outcome',
      sql`update decisions set outcome = null, outcome_at = null, outcome_by = null where id = 2`,
      /was not decided as the audit log/,
    ],
    [
      'beside the log',
      sql`insert into decisions (reference, act, subject_kind, subject_id, reason) values ('D-AAAAAAAAAA', 'hide', 'event', 1, 'spam')`,
      /^The decision D-AAAAAAAAAA is not what/,
    ],
    [
      'with words that were emptied',
      sql`update moderation_words set text = null, salt = null where kind = 'decision'`,
      /were emptied, though no account was deleted/,
    ],
    [
      'after a report that was emptied',
      sql`update moderation_words set text = null, salt = null where kind = 'report'`,
      /were emptied, though no account was deleted/,
    ],
    ['with the head put back', sql`update audit_head set seq = 3`, /^The head of the audit log was put back to line 3/],
  ])('%s is found', async (_, change, problem) => {
    const { deps } = (decided ??= await decisionsMade())
    const found: string[] = []
    await deps.db
      .transaction(async (tx) => {
        found.push(await problemIn(tx))
        await behindItsBack(tx, change)
        found.push(await problemIn(tx))
        tx.rollback()
      })
      .catch(() => undefined)
    expect(found).toEqual(['whole', expect.stringMatching(problem)])
  })

  test('is whole where decisions are older than the records of them', async () => {
    const w = await openWorld()
    opened.push(w)
    await w.deps.db.execute(sql`
      insert into decisions (reference, act, subject_kind, subject_id, reason, created_at)
      values ('D-AAAAAAAAAA', 'hide', 'event', 1, 'spam', '2026-01-01')`)
    expect(await problemIn(w.deps.db)).toBe('whole')
    const maeve = await w.person({ role: 'moderator' })
    const { id: eventId } = await w.event(await w.person())
    await maeve.api.moderation.decide({ body: { subject: { eventId }, act: 'hide', reason: 'spam' } })
    expect(await problemIn(w.deps.db)).toBe('whole')
  })
})

test('`npm run audit` says that it is whole, or what is wrong in one sentence', async () => {
  const w = await written()
  const audit = (...given: string[]) =>
    run(process.execPath, [resolve('scripts/audit.ts'), ...given], {
      env: { ...process.env, DATABASE_URL: w.databaseUrl },
    })
  const { stdout } = await audit()
  expect(stdout).toMatch(/^The audit log is whole: 5 lines\.\n/)
  const noted = /npm run audit -- (\S+)/.exec(stdout)?.[1] ?? ''
  await audit(noted)
  await behindItsBack(w.deps.db, sql`delete from audit_log where seq = 5`)
  await expect(audit(noted)).rejects.toMatchObject({
    code: 1,
    stderr: 'The audit log ends at line 4, though it had 5.\n',
  })
  await expect(audit('five')).rejects.toMatchObject({ code: 1 })
})
