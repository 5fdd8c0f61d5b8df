import { formOf } from '../../../contract/counted.ts'
import { and, asc, gt, inArray } from 'drizzle-orm'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Db } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { greeting, say, titleWords, type Block, type Words } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'

// More would be no digest.
const SHOWN = 20

interface NewEvent {
  id: number
  creatorId: number
  title: Words
  when: string
}

/** What is still worth sending: neither withdrawn nor over by now. */
async function findNewEvents(db: Db, ids: number[], now: Date): Promise<NewEvent[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(inArray(events.id, ids), publicOnly(), gt(events.endTime, now)))
    .orderBy(asc(events.startTime), asc(events.id))
  return rows.map((row) => ({
    id: row.id,
    creatorId: row.creatorId,
    title: titleWords(row, 'An event'),
    when: whenText(row),
  }))
}

async function findNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const names = { id: users.id, firstName: users.firstName, lastName: users.lastName, publicName: users.publicName }
  const rows = await db.select(names).from(users).where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, publicNameOf(row)]))
}

const countText = (count: number) => formOf(count, 'A new event', `${count} new events`)

export const newEventsMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload, now }) => {
    const reader = userId === null ? null : await findAccount(db, userId)
    const { eventIds } = payload as { eventIds: number[] }
    const found = reader ? await findNewEvents(db, eventIds, now) : []
    if (!reader || found.length === 0) return null
    const names = await findNames(db, [...new Set(found.map(({ creatorId }) => creatorId))])
    const shown = found.slice(0, SHOWN)
    const ofCreator = (id: number): Block[] => {
      const own = shown.filter(({ creatorId }) => creatorId === id)
      if (own.length === 0) return []
      const choices = own.map((event) => ({
        label: say`${event.title} · ${event.when}`,
        url: `${publicUrl}/events/${event.id}`,
      }))
      return [
        { kind: 'text', text: `${names.get(id) ?? 'Someone you follow'}:` },
        { kind: 'choices', choices },
      ]
    }
    const creatorIds = [...names.keys()]
    const [only] = creatorIds.length === 1 ? [...names.values()] : []
    const subject = `${countText(found.length)} from ${only ?? 'creators you follow'}`
    const more = found.length > SHOWN ? [{ kind: 'note' as const, text: `And ${found.length - SHOWN} more.` }] : []
    return {
      to: reader,
      subject,
      preview: shown.map(({ title }, at) => say`${at > 0 ? ', ' : ''}${title}`),
      heading: subject,
      blocks: [greeting(reader, `Here’s what’s new:`), ...creatorIds.flatMap(ofCreator), ...more],
    }
  }
