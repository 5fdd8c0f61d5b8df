import { formOf } from '../../../contract/counted.ts'
import { inArray } from 'drizzle-orm'
import { events } from '../../db/schema/events.ts'
import { greeting, say, titleWords, type Text } from '../../mail/letter.ts'
import type { MailRenderer } from '../../mail/mail.ts'
import { whenText } from '../../mail/when-text.ts'
import { findAccount } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import type { DigestLine } from './digest.ts'

const titleOf = (event: { title: string; language: string | null }) => titleWords(event, 'your event')

export const soldOutMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const creator = userId === null ? null : await findAccount(db, userId)
    const event = await findEvent(db, Number(payload.eventId))
    if (!creator || !event) return null
    const title = titleOf(event)
    const heading = say`Sold out: ${title}`
    return {
      to: creator,
      subject: heading,
      preview: `All ${event.capacity.toLocaleString('en')} places are taken.`,
      heading,
      blocks: [
        greeting(
          creator,
          `All places at your event are taken. People can still join the waiting list, and get places that are given back.`,
        ),
        {
          kind: 'facts',
          rows: [
            ['Event', title],
            ['When', whenText(event)],
            ['Places', event.capacity.toLocaleString('en')],
          ],
        },
        { kind: 'button', label: 'Manage the event', url: `${publicUrl}/events/${event.id}/manage` },
        { kind: 'note', text: 'If the room can hold more, raise the capacity: people on the waiting list come first.' },
      ],
    }
  }

const seats = (count: number) => formOf(count, '1 ticket', `${count.toLocaleString('en')} tickets`)

const places = (count: number) => formOf(count, '1 place', `${count.toLocaleString('en')} places`)

const lineText = ({ booked, givenBack, asked }: Omit<DigestLine, 'eventId'>) =>
  [
    ...(booked > 0 ? [`${seats(booked)} booked`] : []),
    ...(givenBack > 0 ? [`${seats(givenBack)} given back`] : []),
    // Missing in emails that were written before requests were counted.
    ...(asked > 0 ? [`${places(asked)} asked for`] : []),
  ].join(', ')

// More would be no digest.
const SHOWN = 20

export const digestMail =
  (publicUrl: string): MailRenderer =>
  async (db, { userId, payload }) => {
    const creator = userId === null ? null : await findAccount(db, userId)
    const { lines } = payload as { lines: DigestLine[] }
    if (!creator) return null
    const ids = lines.map(({ eventId }) => eventId)
    const found = await db
      .select({
        id: events.id,
        title: events.title,
        language: events.language,
        capacity: events.capacity,
        sold: events.ticketsSold,
      })
      .from(events)
      .where(inArray(events.id, ids))
    const rows = lines.flatMap((line): [Text, string][] => {
      const event = found.find(({ id }) => id === line.eventId)
      if (!event) return []
      const now = `${event.sold.toLocaleString('en')} of ${event.capacity.toLocaleString('en')} taken now`
      return [[titleOf(event), `${lineText(line)}\n${now}`]]
    })
    if (rows.length === 0) return null
    const sum = (of: Exclude<keyof DigestLine, 'eventId'>) => lines.reduce((total, line) => total + line[of], 0)
    const all = lineText({ booked: sum('booked'), givenBack: sum('givenBack'), asked: sum('asked') })
    const more = rows.length > SHOWN ? [{ kind: 'note' as const, text: `And ${rows.length - SHOWN} more events.` }] : []
    return {
      to: creator,
      subject: `Your events: ${all}`,
      preview: all,
      heading: 'What happened since yesterday',
      blocks: [
        greeting(creator, `at your events:`),
        { kind: 'facts', rows: rows.slice(0, SHOWN) },
        ...more,
        { kind: 'button', label: 'My Events', url: `${publicUrl}/my-events` },
      ],
    }
  }
