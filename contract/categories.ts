// What kind of event it is: a fixed list, so that a filter finds all of a kind. What a request may say of
// them is in event-body.ts: screens that name them come without zod.

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
