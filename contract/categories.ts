// What kind of event it is (beyond.md §2): a fixed list, so that a filter finds all of a kind.
import { z } from 'zod'

export const CATEGORIES = [
  'music',
  'theatre',
  'film',
  'art',
  'books',
  'talks',
  'food',
  'sport',
  'outdoors',
  'games',
  'families',
  'wellbeing',
  'tech',
  'business',
  'community',
  'other',
] as const

export type Category = (typeof CATEGORIES)[number]

export const MOST_CATEGORIES = 3

export const isCategory = (text: string): text is Category => (CATEGORIES as readonly string[]).includes(text)

export const categories = z
  .array(z.enum(CATEGORIES, { error: `must be of these: ${CATEGORIES.join(', ')}` }), {
    error: 'must be a list such as ["music"]',
  })
  .max(CATEGORIES.length, `can be at most ${MOST_CATEGORIES}`)
  .overwrite((given) => [...new Set(given)])
  .refine((given) => given.length <= MOST_CATEGORIES, `can be at most ${MOST_CATEGORIES}`)
