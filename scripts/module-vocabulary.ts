// The names that the files of a module may have. A new word is a line here, so that it is chosen and not just typed.
// First ask whether it is one of the roles.

/** What a file does. Every module may have one of each. */
export const ROLES = ['module', 'routes', 'policy', 'queries', 'commands', 'emails']

/** What a file is about, where commands.ts or queries.ts would be too long: the words of one module. */
export const WORDS: Record<string, string[]> = {
  auth: ['credentials', 'expired-sessions', 'google', 'google-sign-in', 'passwords', 'sessions', 'sign-in-guard'],
  door: ['links', 'scans'],
  events: [
    'cursor',
    'days',
    'list-filters',
    'list-queries',
    'places',
    'private-venue',
    'reads',
    'ready-reads',
    'save-limits',
    'share-picture',
    'search',
    'search-cursor',
    'search-places',
    'search-queries',
    'search-stages',
    'search-words',
    'sitemap',
    'spelling',
    'title-words',
    'typeahead',
    'whole-list',
  ],
  'event-states': ['change-words', 'telling'],
  geo: ['towns'],
  'guest-messages': ['sending'],
  guests: ['cursor', 'fuller-csv'],
  insights: ['digest', 'forecast', 'sold-out', 'turnout'],
  links: ['states'],
  notices: ['push'],
  popular: ['reckoning', 'usual'],
  recommended: ['candidates', 'history', 'ranking', 'reads', 'taste'],
  storage: ['claims', 'files', 'orphans', 'store'],
  tickets: [
    'booking-calendar',
    'booking-code',
    'booking-queue',
    'calendar-answer',
    'calendar-entry',
    'purchasers-csv',
    'reminder-emails',
    'reminders',
    'return-emails',
    'returns',
    'settling',
  ],
  'waiting-list': ['accept'],
}
