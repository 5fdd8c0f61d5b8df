// The oddities of the wire end here: booleans and numbers may come as text, text may carry what no screen should show.
import { z } from 'zod'

export const wireBoolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
})

const NUMBER_TEXT = /^-?\d{1,15}(\.\d{1,6})?$/

export const wireNumber = (schema: z.ZodNumber) =>
  z
    .union([z.number(), z.string().trim().regex(NUMBER_TEXT).transform(Number)], { error: 'must be a number' })
    .pipe(schema)

export const id = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: 'must be a whole number' },
  )
  .pipe(
    z
      .number()
      .int('must be a whole number')
      .min(1, 'must be a whole number')
      .max(2_147_483_647, 'must be a whole number'),
  )

// NUL cannot be stored by PostgreSQL; other control characters and direction overrides only serve to deceive.
const FORBIDDEN_IN_TEXT = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/
const LINE_BREAK = /[\r\n\u2028\u2029\t]/

// Spaces of every kind, and what takes no room on a screen: zero-width and soft hyphens, Hangul fillers, variation
// selectors, tags, blank Braille. Inside a text they have their use (emoji, Persian); alone they are nothing.
const INVISIBLE_ONLY = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u

/** The messages for a missing value and for one of another type. */
export const textError = (missing: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? missing : 'must be text'

const clean = (max: number, missing = 'is required') =>
  z
    .string({ error: textError(missing) })
    .trim()
    .overwrite((text) => (INVISIBLE_ONLY.test(text) ? '' : text))
    .max(max, `must have at most ${max.toLocaleString('en')} characters`)
    // Some characters stand for several (㌖ for five), which is how they are read when something is looked for.
    .refine(
      (text) => text.length > max || text.normalize('NFKC').length <= max,
      `must have at most ${max.toLocaleString('en')} characters, and some of these count for several`,
    )
    .refine((text) => !FORBIDDEN_IN_TEXT.test(text), 'contains characters that cannot be used')
    .refine((text) => text.isWellFormed(), 'contains characters that cannot be used')

/** An event's title, and the language that its creator gave for it and its description (BCP 47); missing: nobody said. */
export const titled = { title: z.string(), language: z.string().optional() }

/** What something is called that may be an event, which has its title. */
export const named = { name: titled.title, language: titled.language }

/** Several lines. */
export const text = (max: number) => clean(max)
/** One line. */
export const line = (max: number, missing?: string) =>
  clean(max, missing).refine((value) => !LINE_BREAK.test(value), 'must be a single line')

export const filled = (schema: z.ZodString, message = 'is required') => schema.min(1, message)

export const dateTime = z.iso.datetime({ offset: true })

/** What the link of an unlisted event carries. A wrong one is the same as none. */
export const eventKey = z.string().max(100)
