// Texts of the specification that the first view of a public page needs. They are apart from messages.ts, because a browser
// would otherwise download all of that with its first page.

export const firstViewMessages = {
  networkError: 'Network error. Please check your internet connection.',

  eventsFailed: 'Failed to fetch events.',
  eventIdRequired: 'Event ID is required',
  eventNotFound: 'Event not found',
  eventFailed: 'Failed to load event details',
  noEvents: 'No events available.',

  searchSoon: 'Search functionality is coming soon!',
  shareSoon: 'Share feature coming soon!',
  favouritesSoon: 'Add to favorites feature coming soon!',
} as const
