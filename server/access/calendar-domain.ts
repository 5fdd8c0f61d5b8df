// What the UIDs of calendar entries end in: random and stored once, so that a new domain doubles nobody's calendar. An
// installation that has events already has written its host name into calendars, and keeps that.
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { settings } from '../db/schema/settings.ts'

const NAME = 'calendar-domain'

export async function openCalendarDomain(db: Db, hostname: string): Promise<string> {
  const random = `${randomBytes(8).toString('hex')}.hooley`
  await db.execute(sql`insert into ${settings} (name, value)
    select ${NAME}, case when exists (select from events) then ${hostname} else ${random} end
    on conflict do nothing`)
  const [row] = await db.select().from(settings).where(eq(settings.name, NAME))
  return row?.value ?? hostname
}
