// What loading the page of a series says. The rest is in words.tsx.

export const seriesNotFound = 'Series not found'
export const FAILED = 'Failed to load this page. Please try again.'

/** Of a date. */
export const STATES = {
  'sold-out': 'Sold out',
  closed: 'Booking has closed',
  ended: 'Over',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  draft: 'Draft',
}
export const justCome = 'Just come'
export const bookedElsewhere = 'Booked elsewhere'
export const askForPlace = 'Ask for a place'
export const loadingSeries = 'Loading series'
