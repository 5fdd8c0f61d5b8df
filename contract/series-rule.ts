// When a series takes place, as it is sent: its rule, and days that are named. What days it falls on: series-days.ts.
import { z } from 'zod'

export const MOST_DATES_BY_COUNT = 520
export const MOST_NAMED_DAYS = 52

const WEEK = 7
const LAST = -1

export const calendarDay = z.iso.date('Please give days like 2027-03-28')
const weekday = z.int().min(1, 'Weekdays are 1 (Monday) to 7').max(WEEK, 'Weekdays are 1 (Monday) to 7')
const every = z.int().min(1, 'Every 1 to 12, please').max(12, 'Every 1 to 12, please')

const whenItEnds = {
  until: calendarDay.optional(),
  count: z
    .int()
    .min(1, 'At least once, please')
    .max(MOST_DATES_BY_COUNT, `At most ${MOST_DATES_BY_COUNT} times, please`)
    .optional(),
}

const orLast = (most: number, message: string) =>
  z.int(message).refine((n) => n === LAST || (n >= 1 && n <= most), { message })
const onDayOfMonth = z.strictObject({ day: orLast(31, 'Days of a month are 1 to 31, or -1 for the last') })
const onNthWeekday = z.strictObject({ nth: orLast(5, 'Weekdays of a month are 1 to 5, or -1 for the last'), weekday })

export const seriesRule = z
  .discriminatedUnion('unit', [
    z.strictObject({
      unit: z.literal('week'),
      every,
      weekdays: z.array(weekday).min(1, 'Please choose at least one weekday').max(WEEK),
      ...whenItEnds,
    }),
    z.strictObject({ unit: z.literal('month'), every, on: z.union([onDayOfMonth, onNthWeekday]), ...whenItEnds }),
  ])
  .refine((rule) => rule.until === undefined || rule.count === undefined, {
    message: 'A series ends on a day or after a number of times, not both',
    path: ['count'],
  })

export type SeriesRule = z.infer<typeof seriesRule>

export const namedDays = z.array(calendarDay).max(MOST_NAMED_DAYS, `At most ${MOST_NAMED_DAYS} days, please`)
