// The demo's moderator, and something to decide. Apart from the rest of the demo: it is made only where nobody else can
// reach the server, and also where the demo was made by a version without moderators.
import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { inArray, sql } from 'drizzle-orm'
import type { ReportKind } from '../../../contract/moderation-words.ts'
import type { Db, Tx } from '../client.ts'
import { events } from '../schema/events.ts'
import { moderationWords, reports } from '../schema/moderation.ts'
import { settings } from '../schema/settings.ts'
import { users } from '../schema/users.ts'
import { demoModerator } from './demo-people.ts'
import { DEMO_PASSWORD } from './seed.ts'

interface DemoReport {
  poster: string
  kind: ReportKind
  text: string
  email?: string
  hoursAgo: number
}

const REPORTS: DemoReport[] = [
  {
    poster: 'kitchen-disco',
    kind: 'picture',
    hoursAgo: 5,
    email: 'orla.prendergast@example.org',
    text: 'That is me on the left, dancing on the table. Nobody asked me. Please take it out.',
  },
  {
    poster: 'record-fair',
    kind: 'facts',
    hoursAgo: 9,
    email: 'donal.heffernan@example.org',
    text: 'It is the Saturday, not the Sunday. I asked at the hall.',
  },
  { poster: 'record-fair', kind: 'facts', hoursAgo: 7, text: 'Wrong day! The hall has it on Saturday.' },
  {
    poster: 'full-moon',
    kind: 'rules',
    hoursAgo: 2,
    text: 'The current there is dangerous at night and the text does not say a word about it.',
  },
]

async function writeReport(tx: Tx, { kind, text, email }: DemoReport, at: number, eventId: number, createdAt: Date) {
  const salt = randomBytes(32)
  const wordsHash = createHash('sha256').update(salt).update(text, 'utf8').digest()
  const [words] = await tx
    .insert(moderationWords)
    .values({ kind: 'report', text, salt, hash: wordsHash, createdAt })
    .returning({ id: moderationWords.id })
  const [report] = await tx
    .insert(reports)
    .values({
      reference: `R-DEMODEMODEM${'ABCDEFGH'[at] ?? 'Z'}`,
      kind,
      eventId,
      createdAt,
      reporterEmail: email ?? null,
      wordsId: words!.id,
      senderHash: randomBytes(32),
    })
    .returning({ id: reports.id })
  await tx.execute(
    sql`select append_audit(${createdAt.toISOString()}::timestamptz, null, 'report', ${`report:${report!.id}`}, ${wordsHash}::bytea)`,
  )
}

const pictureOf = (poster: string) => `events/demo-${poster}.webp`

async function writeReports(tx: Tx, now: Date) {
  const pictures = REPORTS.map(({ poster }) => pictureOf(poster))
  const found = await tx
    .select({ id: events.id, imageUrl: events.imageUrl })
    .from(events)
    .where(inArray(events.imageUrl, pictures))
  const oldestFirst = REPORTS.toSorted((a, b) => b.hoursAgo - a.hoursAgo)
  for (const [at, report] of oldestFirst.entries()) {
    const event = found.find(({ imageUrl }) => imageUrl === pictureOf(report.poster))
    const createdAt = new Date(now.getTime() - report.hoursAgo * 3_600_000)
    if (event) await writeReport(tx, report, at, event.id, createdAt)
  }
}

/** Once; what was decided since stays decided. */
export async function seedModerator(db: Db, now: Date): Promise<boolean> {
  const [known] = await db
    .select()
    .from(settings)
    .where(sql`name = 'demo-moderator'`)
  if (known) return false
  const passwordHash = await hash(DEMO_PASSWORD)
  return db.transaction(async (tx) => {
    const mark = await tx
      .insert(settings)
      .values({ name: 'demo-moderator', value: now.toISOString() })
      .onConflictDoNothing()
      .returning()
    if (mark.length === 0) return false
    const made = await tx
      .insert(users)
      .values({ ...demoModerator, role: 'moderator', passwordHash, emailConfirmedAt: now })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (made.length > 0) await writeReports(tx, now)
    return made.length > 0
  })
}
