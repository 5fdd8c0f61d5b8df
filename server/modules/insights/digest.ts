// Once a day, in the morning, a creator gets what was booked, asked for and returned since the morning before; nothing when
// nothing was. The morning is that of the newest of the events that it is about (decision 198).
import { eq, sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { dayIn, parseDateTime } from '../../../contract/zoned-time.ts'
import type { Db, Tx } from '../../db/client.ts'
import { digests } from '../../db/schema/insights.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'

const MORNING = '08:00'
/** After an outage at most this much is sent; older bookings are left out. */
const LOOK_BACK = 2 * DAY

interface Creator {
  userId: number
  eventIds: number[]
  /** Of the newest of these events. */
  timeZone: string
}

/** Whose events were booked or given back lately. What organisers do themselves is no news to them. */
async function findActive(db: Db, since: Date): Promise<Creator[]> {
  const { rows } = await db.execute<Record<keyof Creator, unknown>>(sql`
    with lately as (
      select event_id from tickets where created_at > ${since} and user_id is not null
      union
      select event_id from ticket_returns where returned_at > ${since} and by <> 'organiser'
      union
      select event_id from booking_requests where created_at > ${since}
    )
    select e.creator_id as "userId", array_agg(e.id order by e.id) as "eventIds",
      (array_agg(e.time_zone order by e.id desc))[1] as "timeZone"
    from lately join events e on e.id = lately.event_id group by e.creator_id order by e.creator_id`)
  return rows as unknown as Creator[]
}

export interface DigestLine {
  eventId: number
  booked: number
  givenBack: number
  /** Places that are asked for and not decided. */
  asked: number
}

/** Seats as they were booked, whatever happened since; a return that was undone and a request that has ended do not count. */
async function findLines(tx: Tx, eventIds: number[], from: Date, until: Date): Promise<DigestLine[]> {
  const { rows } = await tx.execute<Record<keyof DigestLine, number>>(sql`
    select event_id as "eventId", sum(booked)::int as booked, sum(given_back)::int as "givenBack", sum(asked)::int as asked from (
      select event_id, coalesce(first_quantity, number_of_tickets) as booked, 0 as given_back, 0 as asked from tickets
      where event_id = any (${sql.param(eventIds)}::int[]) and user_id is not null
        and created_at > ${from} and created_at <= ${until}
      union all
      select event_id, 0, seats, 0 from ticket_returns
      where event_id = any (${sql.param(eventIds)}::int[]) and by <> 'organiser' and undone_at is null
        and returned_at > ${from} and returned_at <= ${until}
      union all
      select event_id, 0, 0, number_of_tickets from booking_requests
      where event_id = any (${sql.param(eventIds)}::int[]) and ended_at is null
        and created_at > ${from} and created_at <= ${until}
    ) as acts group by event_id order by event_id`)
  return rows
}

/** The email is written in the transaction that notes until when everything is sent. */
async function sendDigest({ db, mails }: Deps, { userId, eventIds }: Creator, until: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [last] = await tx.select().from(digests).where(eq(digests.userId, userId)).for('update')
    // Nothing is noted where another instance has been quicker, or this morning was sent.
    const noted = await tx
      .insert(digests)
      .values({ userId, until })
      .onConflictDoUpdate({ target: digests.userId, set: { until }, setWhere: sql`${digests.until} < ${until}` })
      .returning()
    if (noted.length === 0) return false
    const earliest = until.getTime() - (last ? LOOK_BACK : DAY)
    const from = new Date(Math.max(earliest, last?.until.getTime() ?? 0))
    const lines = await findLines(tx, eventIds, from, until)
    if (lines.length === 0) return false
    await mails.add(tx, { kind: 'digest', userId, payload: { lines } })
    return true
  })
}

/** May run twice, on two instances, or die in the middle: each morning is sent once. */
export async function sendDigests(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const now = deps.clock()
  let sent = 0
  for (const creator of await findActive(deps.db, new Date(now.getTime() - LOOK_BACK))) {
    lease.check()
    const until = parseDateTime(`${dayIn(now, creator.timeZone)}T${MORNING}`, creator.timeZone)
    if (until && until <= now && (await sendDigest(deps, creator, until))) sent++
  }
  if (sent > 0) deps.jobs.nudge()
  return sent
}
