import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { wireNumber } from './wire.ts'

const pixels = wireNumber(z.number().int('must be a whole number').min(1, 'must be 1 or more')).optional()

/** oEmbed 1.0: what to put into a page to show an event or a creator's events there. Names of fields are the standard's. */
export const oembed = endpoint({
  method: 'GET',
  path: '/oembed',
  access: 'anyone',
  may: 'event.read',
  feature: 'sharing',
  errors: ['only_json', 'event_not_found', 'event_gone', 'event_hidden', 'event_withheld', 'creator_not_found'],
  summary: "oEmbed: how to show an event or a creator's events in another site's page, by their own address",
  query: z.object({
    url: z.string({ error: 'is required' }).max(TEXT.url, `must have at most ${TEXT.url} characters`),
    /** xml is the standard's other one, which is not offered. */
    format: z.enum(['json', 'xml'], { error: 'must be json' }).optional(),
    maxwidth: pixels,
    maxheight: pixels,
  }),
  reply: z.object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.number(),
    width: z.number(),
    height: z.number(),
    html: z.string(),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.number().optional(),
    thumbnail_height: z.number().optional(),
  }),
})

/** By the names that api.ts and the client use. */
export const calls = { oembed }
