// What an organiser writes beside the form: questions to those who book, emails, social texts, the price. A version of the series has
// them for its dates; a date at which they were changed by hand keeps its own. However many dates there are, each sort is
// written with a few statements.
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { BOOKING_QUESTIONS } from '../../../contract/limits.ts'
import { SERIES_TEXTS, type SeriesText } from '../../../contract/series.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { SeriesTexts } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import type { EventRow } from '../events/queries.ts'
import { copyPrice } from '../orders/module.ts'
import type { SeriesDay } from './dates.ts'

type Written = Exclude<SeriesText, 'price'>

const READS: Record<Written, (eventId: number) => SQL> = {
  questions: (eventId) => sql`select position, kind, label, choices, required from booking_questions
    where event_id = ${eventId} and removed_at is null order by position`,
  emails: (eventId) => sql`select kind, enabled, subject, text, hours from event_emails
    where event_id = ${eventId} order by kind`,
  posts: (eventId) => sql`select network, text, minutes_before from social_posts
    where event_id = ${eventId} order by network`,
}

const PRICE_COLUMNS = {
  isFreeOfCharge: events.isFreeOfCharge,
  sellingPrice: events.sellingPrice,
  anchorPrice: events.anchorPrice,
  payBy: events.payBy,
  vatRate: events.vatRate,
  refundDays: events.refundDays,
  transferTo: events.transferTo,
}

/** As they are stored for a date. */
export async function readTexts(tx: Tx, eventId: number, wanted: readonly SeriesText[]): Promise<SeriesTexts> {
  const texts: Record<string, unknown> = {}
  for (const name of wanted)
    if (name === 'price') [texts.price] = await tx.select(PRICE_COLUMNS).from(events).where(eq(events.id, eventId))
    else texts[name] = (await tx.execute(READS[name](eventId))).rows
  return texts
}

interface Target {
  ids: number[]
  /** Who is reminded of posts. */
  userId: number
}

/** The same words keep their answers. Others that were answered are asked no longer, and kept with their answers. */
async function writeQuestions(tx: Tx, { ids }: Target, questions: NonNullable<SeriesTexts['questions']>) {
  const dates = sql`any (${sql.param(ids)}::int[])`
  const given = sql`jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
    as g (position smallint, kind text, label text, choices text[], required boolean)`
  const isSame = sql`g.kind = q.kind and g.label = q.label and g.choices = q.choices`
  const isGone = sql`q.event_id = ${dates} and q.removed_at is null and not exists (select from ${given} where ${isSame})`
  // Locked, so that no answer arrives for words that are about to go.
  await tx.execute(sql`select q.id from booking_questions q
    where q.event_id = ${dates} and q.removed_at is null order by q.id for update`)
  await tx.execute(sql`update booking_questions q set removed_at = now()
    where ${isGone} and exists (select from booking_answers a where a.question_id = q.id)`)
  await tx.execute(sql`delete from booking_questions q where ${isGone}`)
  await tx.execute(sql`update booking_questions q set position = g.position, required = g.required from ${given}
    where q.event_id = ${dates} and q.removed_at is null and ${isSame}`)
  await tx.execute(sql`insert into booking_questions (event_id, position, kind, label, choices, required)
    select e.id, g.position, g.kind, g.label, g.choices, g.required
    from unnest(${sql.param(ids)}::int[]) as e (id) cross join ${given}
    where not exists (select from booking_questions q where q.event_id = e.id and q.removed_at is null and ${isSame})`)
  await tx.execute(sql`update events set asks_questions = ${questions.length > 0}
    where id = ${dates} and asks_questions <> ${questions.length > 0}`)
  const { rows } = await tx.execute(sql`select event_id from booking_questions where event_id = ${dates}
    group by event_id having count(*) > ${BOOKING_QUESTIONS.inAll} limit 1`)
  if (rows.length > 0) throw new AppError('questions_replaced_too_often')
}

async function writeEmails(tx: Tx, { ids }: Target, emails: NonNullable<SeriesTexts['emails']>) {
  const kinds = sql.param(emails.map(({ kind }) => kind))
  await tx.execute(sql`delete from event_emails
    where event_id = any (${sql.param(ids)}::int[]) and kind <> all (${kinds}::text[])`)
  await tx.execute(sql`insert into event_emails (event_id, kind, enabled, subject, text, hours)
    select e.id, g.kind, g.enabled, g.subject, g.text, g.hours
    from unnest(${sql.param(ids)}::int[]) as e (id) cross join jsonb_to_recordset(${JSON.stringify(emails)}::jsonb)
      as g (kind text, enabled boolean, subject text, text text, hours int)
    on conflict (event_id, kind) do update set enabled = excluded.enabled, subject = excluded.subject,
      text = excluded.text, hours = excluded.hours`)
}

/** What was reminded of for the same time is not sent twice. */
async function writePosts(tx: Tx, { ids, userId }: Target, posts: NonNullable<SeriesTexts['posts']>) {
  const networks = sql.param(posts.map(({ network }) => network))
  await tx.execute(sql`delete from social_posts
    where event_id = any (${sql.param(ids)}::int[]) and network <> all (${networks}::text[])`)
  await tx.execute(sql`insert into social_posts as p (event_id, network, user_id, text, minutes_before)
    select e.id, g.network, ${userId}::int, g.text, g.minutes_before
    from unnest(${sql.param(ids)}::int[]) as e (id) cross join jsonb_to_recordset(${JSON.stringify(posts)}::jsonb)
      as g (network text, text text, minutes_before int)
    on conflict (event_id, network) do update set user_id = excluded.user_id, text = excluded.text,
      minutes_before = excluded.minutes_before,
      reminded_at = case when p.minutes_before is not distinct from excluded.minutes_before then p.reminded_at end`)
}

const write = async (tx: Tx, target: Target, { questions, emails, posts }: SeriesTexts) => {
  if (target.ids.length === 0) return
  if (questions) await writeQuestions(tx, target, questions)
  if (emails) await writeEmails(tx, target, emails)
  if (posts) await writePosts(tx, target, posts)
}

/** A date that people have booked for nothing stays free, and one that asks for approval too: they have their own price from now on. */
async function writePrice(tx: Tx, dates: EventRow[], price: SeriesTexts['price'], now: Date) {
  if (!price || dates.length === 0) return
  const taking = new Set(await copyPrice(tx, dates, price, now))
  const others = dates.filter(({ id }) => !taking.has(id)).map(({ id }) => id)
  if (others.length > 0)
    await tx
      .update(events)
      .set({ ownFields: sql`array_append(${events.ownFields}, 'price')` })
      .where(inArray(events.id, others))
}

/** Dates that were made just now get what the version of their day has. */
export async function writeTextsOfNew(tx: Tx, days: SeriesDay[], made: EventRow[], creatorId: number) {
  for (const version of new Set(days.map((day) => day.version))) {
    if (Object.keys(version.texts).length === 0) continue
    const ofVersion = new Set(days.filter((day) => day.version === version).map(({ day }) => day))
    const dates = made.filter(({ seriesDay }) => seriesDay !== null && ofVersion.has(seriesDay))
    await write(tx, { ids: dates.map(({ id }) => id), userId: creatorId }, version.texts)
    if (version.texts.questions) for (const date of dates) date.asksQuestions = version.texts.questions.length > 0
  }
}

/** To the locked dates, but for those that were changed by hand. The one that they come from is like the others again. */
export async function spreadTexts(
  deps: Deps,
  tx: Tx,
  dates: EventRow[],
  texts: SeriesTexts,
  { eventId, userId }: { eventId: number; userId: number },
) {
  const at = deps.clock()
  for (const name of SERIES_TEXTS) {
    if (!texts[name]) continue
    const taking = dates.filter(({ id, ownFields }) => id !== eventId && !ownFields.includes(name))
    const target = { ids: taking.map(({ id }) => id), userId }
    if (name === 'price') await writePrice(tx, taking, texts.price, at)
    else await write(tx, target, { [name]: texts[name] })
  }
  const names = Object.keys(texts)
  await tx
    .update(events)
    .set({
      ownFields: sql`array(select f from unnest(${events.ownFields}) as f where f <> all (${sql.param(names)}::text[]))`,
    })
    .where(inArray(events.id, [eventId]))
  const ids = dates.map(({ id }) => id)
  if (ids.length === 0) return undefined
  await writeHistory(tx, ...ids.map((id) => ({ eventId: id, userId, act: 'edited' as const, at })))
  return deps.changes.announce(tx, ids, { isListed: true })
}
