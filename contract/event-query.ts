// The one grammar by which events are searched and filtered: GET /all-events reads it, the page /events, and whatever
// else lists events (docs/product/finding.md#searching-lists). Names that are not ours are ignored; a wrong value of one that is gets a sentence.
import { z } from 'zod'
import { ACCESS_FACTS, isAccessFact, type AccessFact } from './access-facts.ts'
import { CATEGORIES, isCategory, type Category } from './categories.ts'
import { LIST, TEXT } from './limits.ts'
import { id, line, wireNumber } from './wire.ts'

export const RELATIVE_DAYS = ['today', 'tomorrow', 'weekend', 'week'] as const
export type RelativeDays = (typeof RELATIVE_DAYS)[number]

/** Days of each event's own place, both included: '2026-11-20'. */
export interface DayRange {
  from: string
  to: string
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** A day of the calendar between 1970 and 2100, as event-body.ts has it for events. */
function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 2100 && date.toISOString().startsWith(text)
}

export function readDayRange(text: string): DayRange | null {
  const [from = '', to = '', ...more] = text.split('..')
  return more.length === 0 && DAY.test(from) && DAY.test(to) && isDay(from) && isDay(to) && from <= to
    ? { from, to }
    : null
}

const WHEN_ERROR = 'must be today, tomorrow, weekend, week, upcoming, past or two days such as 2026-11-20..2026-11-22'

const NAMED_DAYS = ['upcoming', 'past', ...RELATIVE_DAYS] as const
const isNamed = (text: string): text is (typeof NAMED_DAYS)[number] => (NAMED_DAYS as readonly string[]).includes(text)

const when = z.string({ error: WHEN_ERROR }).transform((text, context) => {
  const days = isNamed(text) ? text : readDayRange(text)
  if (days) return days
  context.addIssue({ code: 'custom', message: WHEN_ERROR })
  return z.NEVER
})

const coordinates = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, 'must be lat,lng')
  .transform((value) => {
    const [lat, lng] = value.split(',').map(Number) as [number, number]
    return { lat, lng }
  })
  .refine(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180, 'must be lat,lng')

const category = z
  .string()
  .max(200, 'has too many')
  .transform((text, context): Category[] => {
    const asked = text.split(',').map((part) => part.trim())
    if (asked.every(isCategory)) return [...new Set(asked.filter(isCategory))]
    context.addIssue({ code: 'custom', message: `must be of these: ${CATEGORIES.join(', ')}` })
    return z.NEVER
  })

const access = z
  .string()
  .max(200, 'has too many')
  .transform((text, context): AccessFact[] => {
    const asked = text.split(',').map((part) => part.trim())
    if (asked.every(isAccessFact)) return [...new Set(asked.filter(isAccessFact))]
    context.addIssue({ code: 'custom', message: `must be of these: ${ACCESS_FACTS.join(', ')}` })
    return z.NEVER
  })

export const SORTS = ['date', 'nearest', 'newest', 'popular'] as const

const KINDS = ['in-person', 'online'] as const

// Half the way around the earth: farther away is nothing.
const FARTHEST_KM = 20_040

/** A form without JavaScript sends the fields that nobody has filled in, too: empty is not given. */
const filter = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional()) as unknown as z.ZodOptional<S>

/** The words of a search, typed or finished. */
export const searchText = line(TEXT.query)

export const eventQuery = z.object({
  limit: wireNumber(z.number().int().min(1).max(LIST.maxPageSize)).optional(),
  cursor: z.string().max(200).optional(),
  when: filter(when),
  place: filter(line(TEXT.town)),
  near: filter(coordinates),
  within: filter(wireNumber(z.number().positive('must be above 0').max(FARTHEST_KM, 'is too far'))),
  kind: filter(z.enum(KINDS, { error: 'must be in-person or online' })),
  category: filter(category),
  /** All of these: who needs one does not do without another. */
  access: filter(access),
  seats: filter(wireNumber(z.number().int().min(1, 'must be 1 or more').max(1_000_000, 'is too many'))),
  sort: filter(z.enum(SORTS, { error: 'must be date, nearest, newest or popular' })),
  creator: filter(z.union([z.literal('me'), id], { error: 'must be a number or me' })),
  q: searchText.optional(),
  /** once: a series by its next date, unless days are asked for. */
  series: filter(z.enum(['once'], { error: 'must be once' })),
  /** Events by their ids, for My Bookings: one request however many bookings. */
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'must be ids with commas between')
    // Larger ones belong to no event, and PostgreSQL would refuse them.
    .transform((value) =>
      value
        .split(',')
        .map(Number)
        .filter((number) => number <= 2_147_483_647),
    )
    .optional(),
})

export type EventQuery = z.output<typeof eventQuery>
export type EventQueryInput = z.input<typeof eventQuery>
