// Why an event waits to be looked at: codes in the database, sentences for its creator.

const REASONS = {
  'first-event': 'We look at an account’s first events before we list them.',
  'every-event': 'We look at every event before we list it.',
  'changed-title': 'Its title has changed a lot since we looked at it.',
  'changed-links': 'It links to a website that wasn’t there when we looked at it.',
  'changed-place': 'It has moved to another venue since we looked at it.',
  'blocked-link': 'It links to a website that isn’t allowed here. Please remove the link.',
} as const

export type ReviewReason = keyof typeof REASONS

const isReason = (code: string): code is ReviewReason => Object.hasOwn(REASONS, code)

/** Codes of a newer version say nothing yet. */
export const reviewSentences = (codes: readonly string[]): string[] =>
  codes.filter(isReason).map((code) => REASONS[code])

/** How long the rules wait before they release what they have no doubt about. */
export const REVIEW_HOURS = 24
