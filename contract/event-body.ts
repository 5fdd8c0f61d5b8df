// What POST and PUT /events take. The form sends booleans and numbers as text.
import { z } from 'zod'
import { ACCESS_FACTS, canonicalLanguage } from './access-facts.ts'
import { ADMISSIONS, siteOf, VISIBILITIES } from './event-access.ts'
import { SURENESSES } from './extra-places.ts'
import { CATEGORIES, MOST_CATEGORIES } from './categories.ts'
import { CAPACITY, PRICE_MAX, TEXT, TICKETS_PER_PERSON } from './limits.ts'
import { messages } from './messages.ts'
import { POSTER_SEED } from './poster.ts'
import { filled, line, text, wireBoolean, wireNumber } from './wire.ts'
import { canonicalTimeZone, DEFAULT_TIME_ZONE, parseDateTime } from './zoned-time.ts'

const price = wireNumber(
  z.number().min(0, 'must not be negative').max(PRICE_MAX).multipleOf(0.01, 'must have at most 2 decimals'),
)

export const timeZoneName = z
  .string()
  .max(60)
  .transform((name, context) => {
    const canonical = canonicalTimeZone(name)
    if (canonical !== null) return canonical
    context.addIssue({ code: 'custom', message: 'must be a time zone such as Europe/Dublin' })
    return z.NEVER
  })

// Keys are what storage has given out; anything else must be a plain web address, never a script or data URL.
const imageUrl = line(TEXT.url).refine(
  (value) =>
    value === '' || /^https?:\/\/[^\s"'<>\\]+$/.test(value) || /^events\/[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value),
  'must be an uploaded picture or a web address that starts with http',
)

const posterSeed = z
  .string()
  .refine((value) => value === '' || POSTER_SEED.test(value), 'must have 1 to 16 lower-case letters or digits')

/** An emptied field of the form means none. */
const orNone = <S extends z.ZodType>(schema: S, error: string) =>
  z.union([z.enum(['']).transform(() => null), z.null(), schema], { error })

const perPersonRule = `must be a whole number from ${TICKETS_PER_PERSON.min} to ${TICKETS_PER_PERSON.max}`
const maxPerPerson = wireNumber(
  z.number().int(perPersonRule).min(TICKETS_PER_PERSON.min, perPersonRule).max(TICKETS_PER_PERSON.max, perPersonRule),
)

const roomRule = `must be a whole number from ${CAPACITY.min} to ${CAPACITY.max}`
const roomSize = wireNumber(z.number().int(roomRule).min(CAPACITY.min, roomRule).max(CAPACITY.max, roomRule))

const categories = z
  .array(z.enum(CATEGORIES, { error: `must be of these: ${CATEGORIES.join(', ')}` }), {
    error: 'must be a list such as ["music"]',
  })
  .max(CATEGORIES.length, `can be at most ${MOST_CATEGORIES}`)
  .overwrite((given) => [...new Set(given)])
  .refine((given) => given.length <= MOST_CATEGORIES, `can be at most ${MOST_CATEGORIES}`)

const accessFacts = z
  .array(z.enum(ACCESS_FACTS, { error: `must be of these: ${ACCESS_FACTS.join(', ')}` }), {
    error: 'must be a list such as ["step-free"]',
  })
  .max(ACCESS_FACTS.length, 'has too many')
  .overwrite((given) => ACCESS_FACTS.filter((fact) => given.includes(fact)))

const languageRule = 'must be a language tag such as ga or pt-BR'
const language = z
  .string({ error: languageRule })
  .max(35, languageRule)
  .transform((tag, context) => {
    const canonical = canonicalLanguage(tag)
    if (canonical !== null) return canonical
    context.addIssue({ code: 'custom', message: languageRule })
    return z.NEVER
  })

const bookingUrlRule = 'must be an address that starts with https://'
const bookingUrl = line(TEXT.url).refine((url) => siteOf(url) !== null, bookingUrlRule)

const when = z.string({ error: 'is required' }).min(1, 'is required').max(40)

// 1970 to 2100: outside of it a date is a typing error, and PostgreSQL's and calendars' limits are far away.
const isSensible = (date: Date) => date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 2100

export const eventBody = z
  .object({
    title: filled(line(TEXT.title)),
    description: filled(text(TEXT.description)),
    venue: filled(line(TEXT.venue)),
    startTime: when,
    endTime: when,
    timeZone: timeZoneName.optional(),
    imageUrl: imageUrl.nullish(),
    /** Another poster than the title's; empty: the title's. Missing when changing: as it was. */
    posterSeed: posterSeed.nullish(),
    // What is missing: a draft in person when creating, as it was when changing.
    isDraft: wireBoolean.optional(),
    isVirtual: wireBoolean.optional(),
    isFreeOfCharge: wireBoolean.default(true),
    sellingPrice: price.default(0),
    anchorPrice: price.default(0),
    capacity: wireNumber(
      z
        .number()
        .int('must be a whole number')
        .min(CAPACITY.min, 'must be a number greater than 0')
        .max(CAPACITY.max, `must be at most ${CAPACITY.max.toLocaleString('en')}`),
    ),
    // Missing when changing: as they were, the close as long before the start as it was.
    maxPerPerson: orNone(maxPerPerson, perPersonRule).optional(),
    bookingClosesAt: orNone(z.string().min(1).max(40), 'must be a date and time').optional(),
    /** People ask for a place, and those who run the event decide. Missing when changing: as it was. */
    approval: wireBoolean.optional(),
    /** People confirm two days before, or lose their place. Missing when changing: as it was. */
    confirm: wireBoolean.optional(),
    /** Seats of the room: more are booked as long as everybody who comes will get in, and capacity follows. Empty: no extra places. */
    roomSize: orNone(roomSize, roomRule).optional(),
    /** How sure that must be, in percent. */
    sureness: z.enum(SURENESSES, { error: 'must be 99 or 99.9' }).optional(),
    // Missing when changing: as they were.
    visibility: z.enum(VISIBILITIES, { error: 'must be public or unlisted' }).optional(),
    admission: z.enum(ADMISSIONS, { error: 'must be book, just-come or elsewhere' }).optional(),
    /** Where it is booked, when that is elsewhere. */
    bookingUrl: orNone(bookingUrl, bookingUrlRule).optional(),
    artistDescription: text(TEXT.artistDescription).nullish(),
    organizerDescription: text(TEXT.artistDescription).nullish(),
    /** One of the towns of GET /geo/towns; missing or empty: as the venue says, while that is left as it was. */
    town: line(TEXT.town).nullish(),
    /** Missing when changing: as they were. */
    categories: categories.optional(),
    /** What it has for people who need it. Missing when changing: as it was. */
    accessFacts: accessFacts.optional(),
    /** Of title and description; empty: none is given. Missing when changing: as it was. */
    language: orNone(language, languageRule).optional(),
    /** The creator's note in the email about a changed time or place. */
    note: text(TEXT.note).optional(),
    /** The version that was read, so that a second editor does not overwrite the first. */
    version: wireNumber(z.number().int().min(1).max(2_147_483_647)).optional(),
  })
  .transform((body, context) => {
    const zone = body.timeZone ?? DEFAULT_TIME_ZONE
    const startTime = parseDateTime(body.startTime, zone)
    const endTime = parseDateTime(body.endTime, zone, startTime ?? undefined)
    const wrong = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message })
      return z.NEVER
    }
    if (!startTime || !isSensible(startTime)) return wrong('startTime', 'must be a date and time')
    if (!endTime || !isSensible(endTime)) return wrong('endTime', 'must be a date and time')
    if (endTime <= startTime) return wrong('endTime', messages.endBeforeStart)
    if (body.roomSize && !body.isFreeOfCharge) return wrong('roomSize', 'is for free events only')
    if (body.admission === 'elsewhere' && !body.bookingUrl) return wrong('bookingUrl', messages.bookingUrlNeeded)
    const { bookingClosesAt: written, ...rest } = body
    if (!written) return { ...rest, startTime, endTime, ...(written === null && { bookingClosesAt: null }) }
    const bookingClosesAt = parseDateTime(written, zone)
    if (!bookingClosesAt || !isSensible(bookingClosesAt)) return wrong('bookingClosesAt', 'must be a date and time')
    if (bookingClosesAt > endTime) return wrong('bookingClosesAt', messages.closesAfterEnd)
    return { ...rest, startTime, endTime, bookingClosesAt }
  })

export type EventBody = z.output<typeof eventBody>
export type EventBodyInput = z.input<typeof eventBody>
