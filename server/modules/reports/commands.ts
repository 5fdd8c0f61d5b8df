import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { isVisible } from '../../../contract/event-status.ts'
import type { ReportBody } from '../../../contract/reports.ts'
import { requireSight } from '../../access/sight.ts'
import type { Db, Tx } from '../../db/client.ts'
import { reports } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireSameWish } from '../../http/repeated-key.ts'
import { hasPage } from '../users/queries.ts'
import { findEvent } from '../events/queries.ts'
import { writeAudit, writeWords } from '../moderation/module.ts'
import { findSender, storedKey, type Sender } from './sender.ts'
import type { Reported } from './queries.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
// 60 bits: anybody with it can read the outcome of the report, and nobody can guess one.
const REFERENCE_LENGTH = 12

const newReference = () => `R-${Array.from(randomBytes(REFERENCE_LENGTH), (byte) => LETTERS[byte & 31]).join('')}`

/** Whose it is. What nobody can see, nobody can report. */
async function requireAbout(
  db: Db,
  { eventId, creatorId }: Reported,
  user: SessionUser | null,
  key?: string,
): Promise<number> {
  if (eventId === undefined) {
    if (!(await hasPage(db, creatorId ?? 0))) throw new AppError('creator_not_found')
    return creatorId ?? 0
  }
  const event = await findEvent(db, eventId)
  if (!event || !isVisible(event)) throw new AppError('event_not_found')
  await requireSight(db, event, user, key)
  return event.creatorId
}

/** The report that this key made before, if it did. */
async function findRepeated(db: Db | Tx, key: string | null, body: ReportBody): Promise<string | null> {
  const { eventId = null, creatorId = null, kind } = body
  if (key === null) return null
  const [row] = await db.select().from(reports).where(eq(reports.idempotencyKey, key))
  if (!row) return null
  requireSameWish(row, { eventId, creatorId, kind }, 'report')
  return row.reference
}

export interface Sending {
  user: SessionUser | null
  body: ReportBody
  key: string | undefined
  ip: string
}

/** Stored once for each key; a receipt goes to the address that was given, and nothing happens to what was reported. */
export async function sendReport(deps: Deps, { user, body, key, ip }: Sending): Promise<{ reference: string }> {
  const { db, secrets, limits, mails, jobs, clock } = deps
  const { eventId, creatorId, kind, text, goodFaith = false } = body
  const email = body.email ?? user?.email ?? null
  const sender: Sender = { ip, userId: user?.id ?? null, email }
  const idempotencyKey = key === undefined ? null : storedKey(secrets, sender, key)
  const repeated = await findRepeated(db, idempotencyKey, body)
  if (repeated) return { reference: repeated }
  const aboutId = await requireAbout(db, body, user, body.key)
  await limits.take('report', ip)
  // Anybody can type any address: no inbox is flooded with our receipts. Before the transaction, as every limit.
  const hasReceipt = email !== null && (await limits.tryTake('reportReceipt', email.toLowerCase()))
  const reference = newReference()
  const now = clock()
  const isNew = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(reports)
      .values({
        reference,
        kind,
        eventId,
        creatorId,
        goodFaith,
        idempotencyKey,
        reporterId: sender.userId,
        reporterName: body.name,
        reporterEmail: email,
        senderHash: await findSender(tx, secrets, { eventId, creatorId }, sender),
        createdAt: now,
      })
      .onConflictDoNothing({ target: reports.idempotencyKey })
      .returning({ id: reports.id })
    if (!row) return false
    const words = await writeWords(tx, { kind: 'report', text, byId: sender.userId, aboutId })
    await tx
      .update(reports)
      .set({ wordsId: words?.id ?? null })
      .where(eq(reports.id, row.id))
    if (hasReceipt) await mails.add(tx, { kind: 'report-receipt', userId: null, payload: { to: email, reference } })
    await writeAudit(tx, { at: now, actorId: sender.userId, code: 'report', subject: `report:${row.id}`, words })
    return true
  })
  jobs.nudge()
  // The same press came twice at once: what the other one stored is the answer.
  return { reference: isNew ? reference : ((await findRepeated(db, idempotencyKey, body)) ?? reference) }
}

/** Not from a person: something that moderators have to know about an account. Once for each key. */
export async function reportAccount(
  tx: Tx,
  { creatorId, text, key, now }: { creatorId: number; text: string; key: string; now: Date },
): Promise<void> {
  const [row] = await tx
    .insert(reports)
    .values({ reference: newReference(), kind: 'rules', creatorId, idempotencyKey: key, createdAt: now })
    .onConflictDoNothing({ target: reports.idempotencyKey })
    .returning({ id: reports.id })
  if (!row) return
  const words = await writeWords(tx, { kind: 'report', text, byId: null, aboutId: creatorId })
  await tx
    .update(reports)
    .set({ wordsId: words?.id ?? null })
    .where(eq(reports.id, row.id))
  await writeAudit(tx, { at: now, actorId: null, code: 'report', subject: `report:${row.id}`, words })
}
