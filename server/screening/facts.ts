import type { BlockedDomains } from './domains.ts'

/** What the rules look at. */
export interface Facts {
  title: string
  description: string
  venue: string
  artistDescription: string | null
  organizerDescription: string | null
  /** Where people book, if that is on another site. */
  bookingUrl: string | null
  creator: { createdAt: Date; isConfirmed: boolean }
  /** How many events the account made in the hour up to this one. */
  madeThatHour: number
  /** How many other accounts have made an event with nearly the same title within a week of this one. */
  othersWithTitle: number
  blocked: BlockedDomains
  now: Date
}

/** All that somebody wrote, the title first. */
export const textsOf = (facts: Pick<Facts, 'title' | 'description' | 'venue'> & Partial<Facts>): string[] =>
  [
    facts.title,
    facts.description,
    facts.venue,
    facts.artistDescription,
    facts.organizerDescription,
    facts.bookingUrl,
  ].filter((text): text is string => Boolean(text))
