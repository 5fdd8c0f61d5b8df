// What search engines are told of the pages of §2; events follow from the database.
export const PUBLIC_PAGES = [
  '/',
  '/events',
  '/upcoming-events',
  '/about',
  '/team',
  '/contact',
  '/faq',
  '/help',
  '/terms',
  '/privacy',
  '/cookies',
]

export const HIDDEN_PAGES = [
  '/api/',
  '/auth/',
  '/outbox',
  '/door',
  '/links/',
  '/team-invitations/',
  '/login',
  '/register',
  '/logout',
  '/reset-password',
  '/account',
  '/account-details',
  '/settings',
  '/create-event',
  '/my-events',
  '/my-bookings',
  '/unsubscribe/',
]
