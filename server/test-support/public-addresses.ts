// Every address that reads, by what it is: one that shows events to others, with how it is asked; or why it is none.

export interface Subject {
  eventId: number
  creatorId: number
  cardPath: string
  pictureKey: string
  /** Somebody who has saved the event. */
  fanToken: string
  /** Somebody who has not. */
  memberToken: string
}

export type Shown = (subject: Subject) => { url: string; token?: string }

/** It shows no events; or those that the caller runs, has booked or was sent the address of. */
type Unshown = 'nothing' | 'own' | 'moderators' | 'filled in the browser'

export type Named = Record<string, Unshown | Shown | Shown[]>

const at =
  (url: string): Shown =>
  ({ eventId, creatorId }) => ({ url: url.replace('{event}', String(eventId)).replace('{creator}', String(creatorId)) })

const asFan =
  (url: string): Shown =>
  (subject) => ({ ...at(url)(subject), token: subject.fanToken })

/** The GET calls of the contract. */
export const CALLS: Named = {
  'GET /all-events': [
    at('/api/all-events'),
    at('/api/all-events?limit=24'),
    at('/api/all-events?ids={event}'),
    at('/api/all-events?when=upcoming&limit=5'),
    at('/api/all-events?q=zephyrquarry'),
    at('/api/all-events?q=zephyrquary&limit=24'),
    at('/api/all-events?near=53.3,-6.3&limit=24'),
    at('/api/all-events?place=Dublin&limit=24'),
    at('/api/all-events?category=music&limit=24'),
    at('/api/all-events?kind=in-person&seats=1&limit=24'),
    at('/api/all-events?when=tomorrow&limit=24'),
    at('/api/all-events?sort=newest&limit=24'),
    at('/api/all-events?sort=popular&limit=24'),
    at('/api/all-events?creator={creator}&limit=24'),
    asFan('/api/all-events'),
    asFan('/api/all-events?q=zephyrquarry'),
  ],
  'GET /all-events/typeahead': at('/api/all-events/typeahead?q=zephyrq'),
  'GET /all-events/{eventId}': [at('/api/all-events/{event}'), asFan('/api/all-events/{event}')],
  'GET /all-events/{eventId}/calendar.ics': at('/api/all-events/{event}/calendar.ics'),
  'GET /all-events/{eventId}/tickets-sold': 'own',
  'GET /popular-events': at('/api/popular-events'),
  'GET /featured-events': at('/api/featured-events'),
  'GET /recommended-events': [
    at('/api/recommended-events?near=53.3,-6.3'),
    (subject) => ({ ...at('/api/recommended-events?near=53.3,-6.3&limit=40')(subject), token: subject.memberToken }),
  ],
  'GET /creators/{creatorId}': at('/api/creators/{creator}'),
  'GET /creators/{creatorId}/follow': 'nothing',
  'GET /oembed': ({ eventId }) => ({
    url: `/api/oembed?url=${encodeURIComponent(`http://localhost:3000/events/${eventId}`)}`,
  }),
  'GET /favourites': asFan('/api/favourites'),
  'GET /favourite-ids': 'nothing',
  'GET /favourites/{eventId}': 'nothing',
  'GET /geo/city': 'nothing',
  'GET /geo/towns': 'nothing',
  'GET /links/{token}': 'own',
  'GET /places/{code}': 'own',
  'GET /tickets': 'own',
  'GET /tickets/{ticketId}': 'own',
  'GET /tickets/{ticketId}/places': 'own',
  'GET /waiting-list': 'own',
  'GET /events/{eventId}/waiting-list': 'own',
  'GET /managed-events': 'own',
  'GET /team-invitations/{token}': 'own',
  'GET /events/{eventId}/team': 'own',
  'GET /events/{eventId}/history': 'own',
  'GET /events/{eventId}/insights': 'own',
  'GET /events/{eventId}/guests': 'own',
  'GET /events/{eventId}/guests.csv': 'own',
  'GET /events/{eventId}/messages': 'own',
  'GET /events/{eventId}/download-ticket-purchasers': 'own',
  'GET /events/{eventId}/door-links': 'own',
  'GET /events/{eventId}/door': 'own',
  'GET /door': 'own',
  'GET /decisions': 'own',
  'GET /decisions/{reference}': 'own',
  'GET /reports/{reference}': 'own',
  'GET /moderation/queue': 'moderators',
  'GET /moderation/worth-a-look': 'moderators',
  'GET /moderation/events/{eventId}': 'moderators',
  'GET /moderation/accounts/{accountId}': 'moderators',
  'GET /moderation/decisions': 'moderators',
  'GET /moderation/log': 'moderators',
  'GET /moderation/featured': 'moderators',
  'GET /moderation/roles': 'nothing',
  'GET /auth/google': 'nothing',
  'GET /auth/google/callback': 'nothing',
  'GET /s3/presigned-url': 'nothing',
  'GET /users/profile': 'nothing',
  'GET /users/export': 'own',
  'GET /users/following': 'nothing',
  'GET /users/settings': 'nothing',
  'GET /users/calendar-feed': 'nothing',
  'GET /users/notices': 'nothing',
  'GET /users/passkeys': 'nothing',
  'GET /users/proof': 'nothing',
  'GET /users/sessions': 'nothing',
  'GET /users/two-factor': 'nothing',
}

/** The pages of app/routes.ts. */
export const PAGES: Named = {
  '': at('/'),
  events: [at('/events'), at('/events?q=zephyrquarry'), at('/events?place=Dublin')],
  'upcoming-events': at('/upcoming-events'),
  'popular-events': at('/popular-events'),
  'recommended-events': 'filled in the browser',
  featured: at('/featured'),
  'events/:eventId': at('/events/{event}'),
  'creators/:creatorId': at('/creators/{creator}'),
  'events/:eventId/edit': 'own',
  'events/:eventId/manage': 'own',
  'decisions/:reference': 'own',
  'team-invitations/:token': 'own',
  'my-events': 'own',
  'my-bookings': 'own',
  'my-bookings/:ticketId': 'own',
  saved: 'filled in the browser',
  'links/:token': 'own',
  'places/:code': 'own',
  'create-event': 'nothing',
  notices: 'nothing',
  account: 'nothing',
  'account-details': 'nothing',
  settings: 'nothing',
  login: 'nothing',
  register: 'nothing',
  'reset-password': 'nothing',
  'auth/google/callback': 'nothing',
  'auth/callback': 'nothing',
  'google/callback': 'nothing',
  callback: 'nothing',
  'auth/callback/*': 'nothing',
  'auth/:name': 'nothing',
  logout: 'nothing',
  about: 'nothing',
  team: 'nothing',
  contact: 'nothing',
  faq: 'nothing',
  help: 'nothing',
  terms: 'nothing',
  'terms-of-service': 'nothing',
  privacy: 'nothing',
  'privacy-policy': 'nothing',
  cookies: 'nothing',
  rules: 'nothing',
  'report/:reference?': 'filled in the browser',
  'moderation/*': 'moderators',
  '*': 'nothing',
}

/** What the server answers besides. */
export const ROUTES: Named = {
  '/feeds/events.:format': [at('/feeds/events.ics'), at('/feeds/events.rss?q=zephyrquarry'), at('/feeds/events.json')],
  '/feeds/creators/:file': [
    at('/feeds/creators/{creator}.ics'),
    at('/feeds/creators/{creator}.rss'),
    at('/feeds/creators/{creator}.json'),
  ],
  '/feeds/bookings/:file': 'own',
  '/feeds/*': 'nothing',
  '/sitemap.xml': at('/sitemap.xml'),
  '/sitemap-:part(^[1-9]\\d{0,5}$).xml': at('/sitemap-1.xml'),
  '/robots.txt': 'nothing',
  '/embed/events/:id': at('/embed/events/{event}'),
  '/embed/creators/:id': at('/embed/creators/{creator}'),
  '/embed.js': 'nothing',
  '/images/events/poster-:file': 'nothing',
  '/images/events/card-:file': ({ cardPath }) => ({ url: cardPath }),
  // Pages are named above.
  '/*': 'nothing',
  '/uploads/*': ({ pictureKey }) => ({ url: `/uploads/${pictureKey}` }),
  '/door': 'nothing',
  '/door/manifest.webmanifest': 'nothing',
  '/door/sw.js': 'nothing',
  '/downloads/:token': 'own',
  '/metrics': 'nothing',
  // Emails of this machine alone.
  '/outbox': 'own',
  '/outbox/:name': 'own',
  '/sw.js': 'nothing',
  '/unsubscribe/:token': 'own',
}
