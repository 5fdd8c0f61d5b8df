import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { LogLine, ModeratedAccount, ModeratedEvent } from '../../../contract/moderation-console.ts'
import { isModerated } from '../../access/sight.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { auditLog, moderationWords } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { findEvent } from '../events/queries.ts'
import { readWords } from '../moderation/module.ts'
import { countOpen, listOpen, type Reported } from '../reports/queries.ts'
import { decisionsAbout } from './decisions.ts'
import { domainsIn, explain, namesOf, shownToModerators } from './shown.ts'
import { pointsOf, reasonsOf } from './urgency.ts'

const PAGE = 100
const EVENTS_SHOWN = 50

type OpenReport = ModeratedEvent['reports'][number]

async function openReports(db: Db, reported: Reported): Promise<OpenReport[]> {
  const rows = await listOpen(db, reported)
  const words = await readWords(
    db,
    rows.map(({ wordsId }) => wordsId),
  )
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    name: row.reporterName,
    email: row.reporterEmail,
    text: words.get(row.wordsId ?? 0) ?? '',
    createdAt: row.createdAt.toISOString(),
  }))
}

async function wasModerated(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await db.execute<{ was: boolean }>(sql`select (${isModerated(sql`${eventId}::int`)}) as was`)
  return rows[0]?.was ?? false
}

export async function readEvent(deps: Deps, eventId: number): Promise<ModeratedEvent> {
  const { db, clock } = deps
  const row = await findEvent(db, eventId)
  if (!row) throw new AppError('event_not_found')
  const decided = await decisionsAbout(db, { eventId })
  const open = await openReports(db, { eventId })
  // A draft, or an unlisted event that no rule found doubtful, is its creator's alone, unless people saw and reported it, or it was decided about, before it became one.
  const isTheirs = row.status === 'draft' || (row.linkKey !== null && !(await wasModerated(db, eventId)))
  if (isTheirs && decided.length === 0 && open.length === 0) throw new AppError('event_not_found')
  const [creator] = await db.select().from(users).where(eq(users.id, row.creatorId))
  const isObjected = decided.find(({ objection }) => objection && objection.outcome === null)
  const since = open[0] ? new Date(open[0].createdAt) : clock()
  const waiting = { isInReview: row.review !== null, objection: isObjected?.reference ?? null, since }
  const said = reasonsOf({ ...waiting, reports: await countOpen(db, { eventId }) })
  const reasons = [...said, ...((await explain(db, [row.id], clock())).get(row.id) ?? [])]
  return {
    event: shownToModerators(deps, row),
    by: {
      id: row.creatorId,
      name: creator ? `${creator.firstName} ${creator.lastName}`.trim() : '',
      email: creator?.email ?? '',
    },
    sold: row.ticketsSold,
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
    isInReview: row.review !== null,
    domains: domainsIn(row),
    points: pointsOf(reasons, since, clock()),
    reasons,
    reports: open,
    decisions: decided,
  }
}

export async function readAccount({ db, clock }: Deps, accountId: number): Promise<ModeratedAccount> {
  const [account] = await db.select().from(users).where(eq(users.id, accountId))
  if (!account || account.deletedAt) throw new AppError('account_not_found')
  const isTheirs = and(
    eq(events.creatorId, accountId),
    ne(events.status, 'draft'),
    or(isNull(events.linkKey), isModerated(sql`${events.id}`)),
  )
  const rows = await db.select().from(events).where(isTheirs).orderBy(desc(events.id)).limit(EVENTS_SHOWN)
  const until = account.suspendedUntil && account.suspendedUntil > clock() ? account.suspendedUntil : null
  return {
    id: accountId,
    name: `${account.firstName} ${account.lastName}`.trim(),
    email: account.email,
    isEmailConfirmed: account.emailConfirmedAt !== null,
    role: account.role,
    suspendedUntil: until?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
    publicText: account.publicText,
    events: rows.map(({ id, title, language, startTime, status, hiddenAt, review }) => ({
      id,
      title,
      ...(language && { language }),
      status,
      startTime: startTime.toISOString(),
      isHidden: hiddenAt !== null,
      isInReview: review !== null,
    })),
    eventCount: await db.$count(events, isTheirs),
    reports: await openReports(db, { creatorId: accountId }),
    decisions: await decisionsAbout(db, { accountId }),
  }
}

/** The newest first. What was written with a line is found by its hash, until it is emptied. */
export async function readLog({ db }: Deps, cursor?: number): Promise<Page<LogLine>> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(cursor === undefined ? undefined : lt(auditLog.seq, cursor))
    .orderBy(desc(auditLog.seq))
    .limit(PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const names = await namesOf(
    db,
    shown.map(({ actorId }) => actorId),
  )
  const hashes = shown.flatMap(({ wordsHash }) => (wordsHash ? [wordsHash] : []))
  const found =
    hashes.length > 0 ? await db.select().from(moderationWords).where(inArray(moderationWords.hash, hashes)) : []
  const words = new Map(found.map(({ hash, text }) => [hash.toString('hex'), text]))
  return {
    items: shown.map(({ seq, at, actorId, code, subject, wordsHash }) => ({
      seq,
      code,
      subject,
      at: at.toISOString(),
      actor: actorId === null ? null : (names.get(actorId) ?? `Account ${actorId}`),
      words: wordsHash ? (words.get(wordsHash.toString('hex')) ?? null) : null,
    })),
    next: rows.length > PAGE ? String(shown.at(-1)!.seq) : null,
  }
}
