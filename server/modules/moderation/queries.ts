import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Decision } from '../../../contract/moderation.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { decisions } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import { objectionEnd } from './policy.ts'
import { readWords } from './words.ts'

export type DecisionRow = typeof decisions.$inferSelect

export async function findDecision(db: Db | Tx, reference: string): Promise<DecisionRow | null> {
  const [row] = await db.select().from(decisions).where(eq(decisions.reference, reference))
  return row ?? null
}

export async function findDecisionById(db: Db | Tx, id: number): Promise<DecisionRow | null> {
  const [row] = await db.select().from(decisions).where(eq(decisions.id, id))
  return row ?? null
}

export async function lockDecision(tx: Tx, reference: string): Promise<DecisionRow> {
  const [row] = await tx.select().from(decisions).where(eq(decisions.reference, reference)).for('update')
  if (!row) throw new AppError('decision_not_found')
  return row
}

type Named = Pick<DecisionRow, 'subjectKind' | 'subjectId' | 'domain'>

/** Of an event its title, in its own language. */
export type SubjectName = { name: string; language?: string }

/** What it is about, in words; an event that was deleted since has none. */
export async function nameOfSubject(db: Db | Tx, { subjectKind, subjectId, domain }: Named): Promise<SubjectName> {
  if (subjectKind === 'domain') return { name: domain ?? '' }
  if (subjectKind === 'event') {
    const [row] = await db
      .select({ name: events.title, language: events.language })
      .from(events)
      .where(eq(events.id, subjectId ?? 0))
    return row ? { name: row.name, ...(row.language && { language: row.language }) } : { name: 'A deleted event' }
  }
  const names = { firstName: users.firstName, lastName: users.lastName, publicName: users.publicName }
  const [row] = await db
    .select(names)
    .from(users)
    .where(eq(users.id, subjectId ?? 0))
  return { name: row ? publicNameOf(row) : 'A deleted account' }
}

/** What was brought back is nothing to object to; nor is what concerns nobody. */
export const isObjectable = ({ concernedId, act }: DecisionRow) => concernedId !== null && act !== 'restore'

/** Once, and within six months. */
export const canObject = (row: DecisionRow, now: Date) =>
  isObjectable(row) && row.objectedAt === null && now < objectionEnd(row.createdAt)

const iso = (date: Date | null) => date?.toISOString() ?? null

export async function toDecision(db: Db | Tx, row: DecisionRow, now: Date): Promise<Decision> {
  const words = await readWords(db, [row.wordsId, row.objectionWordsId, row.outcomeWordsId])
  const wordsOf = (id: number | null) => (id === null ? '' : (words.get(id) ?? ''))
  const { reference, act, reason, isAutomated, objectedAt, outcome } = row
  return {
    reference,
    act,
    reason,
    isAutomated,
    subject: { kind: row.subjectKind, id: row.subjectId, ...(await nameOfSubject(db, row)) },
    text: wordsOf(row.wordsId),
    until: iso(row.until),
    createdAt: row.createdAt.toISOString(),
    canObject: canObject(row, now),
    objection: objectedAt && {
      text: wordsOf(row.objectionWordsId),
      at: objectedAt.toISOString(),
      outcome,
      outcomeAt: iso(row.outcomeAt),
      answer: wordsOf(row.outcomeWordsId),
      isBySamePerson: row.outcomeBy !== null && row.outcomeBy === row.moderatorId,
    },
  }
}
