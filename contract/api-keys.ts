// Keys for other programs: made by their owner, shown once, ended by a tap or after a year at the latest.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { SCOPE_NAMES } from './scopes.ts'
import { dateTime, filled, id, line } from './wire.ts'

export const KEY_DAYS = 365
export const MOST_KEYS = 20

const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The last four characters, to tell one from another. */
  ending: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  /** It works for this event alone. */
  eventId: z.number().nullable(),
  /** Or for the dates of this series. */
  seriesId: z.number().nullable(),
  createdAt: dateTime,
  expiresAt: dateTime,
  /** A day, such as 2026-05-01; null: not yet. */
  lastUsedOn: z.string().nullable(),
})

export type ApiKey = z.output<typeof apiKey>

export const list = endpoint({
  method: 'GET',
  path: '/users/api-keys',
  access: 'member',
  may: 'account.use',
  summary: 'Your keys that still work, the newest first',
  reply: z.array(apiKey),
})

export const make = endpoint({
  method: 'POST',
  path: '/users/api-keys',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed', 'too_many_keys', 'forbidden', 'event_not_found', 'series_not_found'],
  summary: 'Make a key for another program; it is shown in this answer and never again',
  body: z
    .object({
      name: filled(line(TEXT.apiKey)),
      scopes: z.array(z.enum(SCOPE_NAMES)).min(1, 'Please choose what the key is for.').max(SCOPE_NAMES.length),
      eventId: id.optional(),
      seriesId: id.optional(),
      days: z.int().min(1).max(KEY_DAYS).optional(),
    })
    .refine(({ eventId, seriesId }) => eventId === undefined || seriesId === undefined, {
      error: 'Please choose one event or one series, not both.',
    }),
  reply: apiKey.extend({ key: z.string() }),
  status: 201,
})

export const end = endpoint({
  method: 'DELETE',
  path: '/users/api-keys/{keyId}',
  access: 'member',
  may: 'account.use',
  errors: ['key_not_found'],
  whileSuspended: true,
  summary: 'End a key at once',
  params: z.object({ keyId: id }),
  reply: z.undefined(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { list, make, end }
