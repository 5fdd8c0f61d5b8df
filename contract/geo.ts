import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filled, line, wireNumber } from './wire.ts'
import { TEXT, TOWNS } from './limits.ts'

export const city = z.object({
  city: z.string(),
  region: z.string(),
  country: z.string(),
  countryCode: z.string(),
  lat: z.number(),
  lng: z.number(),
})

const latitude = z.number().min(-90, 'must be between -90 and 90').max(90, 'must be between -90 and 90')
const longitude = z.number().min(-180, 'must be between -180 and 180').max(180, 'must be between -180 and 180')

// Coordinates come with more decimals than wireNumber's money-like text allows.
const inQuery = (schema: z.ZodNumber) =>
  z
    .string({ error: 'is required' })
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, 'must be a number')
    .transform(Number)
    .pipe(schema)

export const getCity = endpoint({
  method: 'GET',
  path: '/geo/city',
  access: 'anyone',
  may: 'site.use',
  summary: 'The town nearest to the coordinates',
  query: z.object({ lat: inQuery(latitude), lng: inQuery(longitude) }),
  reply: city,
})

export const saveLocation = endpoint({
  method: 'POST',
  path: '/geo/location',
  access: 'optional',
  may: 'site.use',
  summary: "Save the signed-in user's coordinates; a visitor's are answered and not kept",
  body: z.object({ lat: wireNumber(latitude), lng: wireNumber(longitude) }),
  reply: city,
})

export const findTowns = endpoint({
  method: 'GET',
  path: '/geo/towns',
  access: 'anyone',
  may: 'site.use',
  summary: `Up to ${TOWNS.max} towns whose names begin with what was typed, the largest first`,
  query: z.object({ q: filled(line(TEXT.town)) }),
  /** `name` leads back to the same town: in `town` of an event, and in `place` of a search. */
  reply: z.array(city.extend({ name: z.string() })),
})

/** By the names that api.ts and the client use. */
export const calls = { city: getCity, towns: findTowns, saveLocation }
