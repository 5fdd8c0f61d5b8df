// Every call of the product under the noun it belongs to: the client, the server's routes, OpenAPI and the test
// matrices are all made from this one object.
import * as account from './account.ts'
import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as ballots from './ballots.ts'
import * as bookingQuestions from './booking-questions.ts'
import * as bookingRequests from './booking-requests.ts'
import * as contact from './contact.ts'
import * as creators from './creators.ts'
import * as door from './door.ts'
import * as embeds from './embeds.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as eventEmails from './event-emails.ts'
import * as eventExport from './event-export.ts'
import * as events from './events.ts'
import * as favourites from './favourites.ts'
import * as featured from './featured.ts'
import * as feeds from './feeds.ts'
import * as geo from './geo.ts'
import * as guestMessages from './guest-messages.ts'
import * as guests from './guests.ts'
import * as imports from './imports.ts'
import * as insights from './insights.ts'
import * as installation from './installation.ts'
import * as links from './mail-links.ts'
import * as moderationConsole from './moderation-console.ts'
import * as moderation from './moderation.ts'
import * as notices from './notices.ts'
import * as orders from './orders.ts'
import * as passkeys from './passkeys.ts'
import * as places from './places.ts'
import * as popular from './popular.ts'
import * as questions from './questions.ts'
import * as security from './security.ts'
import * as recommended from './recommended.ts'
import * as reports from './reports.ts'
import * as review from './review.ts'
import * as series from './series.ts'
import * as socialPosts from './social-posts.ts'
import * as storage from './storage.ts'
import * as surveys from './surveys.ts'
import * as team from './team.ts'
import * as tickets from './tickets.ts'
import * as twoFactor from './two-factor.ts'
import * as users from './users.ts'
import * as waitingList from './waiting-list.ts'
import * as webhooks from './webhooks.ts'

export const api = {
  auth: auth.calls,
  users: users.calls,
  security: security.calls,
  account: account.calls,
  twoFactor: twoFactor.calls,
  passkeys: passkeys.calls,
  apiKeys: apiKeys.calls,
  webhooks: webhooks.calls,
  events: events.calls,
  embeds: embeds.calls,
  favourites: favourites.calls,
  popular: popular.calls,
  recommended: recommended.calls,
  featured: featured.calls,
  creators: creators.calls,
  feeds: feeds.calls,
  team: team.calls,
  tickets: tickets.calls,
  ballots: ballots.calls,
  orders: orders.calls,
  bookingQuestions: bookingQuestions.calls,
  bookingRequests: bookingRequests.calls,
  guests: guests.calls,
  guestMessages: guestMessages.calls,
  imports: imports.calls,
  eventEmails: eventEmails.calls,
  eventExport: eventExport.calls,
  socialPosts: socialPosts.calls,
  waitingList: waitingList.calls,
  insights: insights.calls,
  installation: installation.calls,
  links: links.calls,
  moderation: moderation.calls,
  notices: notices.calls,
  places: places.calls,
  questions: questions.calls,
  contact: contact.calls,
  reports: reports.calls,
  moderationConsole: moderationConsole.calls,
  geo: geo.calls,
  review: review.calls,
  series: series.calls,
  storage: storage.calls,
  surveys: surveys.calls,
  door: door.calls,
} as const

export type Api = typeof api

export const allEndpoints: AnyEndpoint[] = Object.values(api).flatMap((calls) => Object.values(calls) as AnyEndpoint[])

/** Which nouns a browser downloads in one file, because the same people call them. A noun that is not named has a file. */
export const DOWNLOADED_TOGETHER = {
  organiser: [
    'apiKeys',
    'door',
    'embeds',
    'eventEmails',
    'eventExport',
    'guestMessages',
    'guests',
    'imports',
    'insights',
    'socialPosts',
    'storage',
    'team',
    'webhooks',
  ],
  account: ['account', 'contact', 'feeds', 'notices', 'passkeys', 'security', 'twoFactor'],
  guest: [
    'ballots',
    'bookingQuestions',
    'bookingRequests',
    'links',
    'places',
    'questions',
    'series',
    'surveys',
    'waitingList',
  ],
  finding: ['creators', 'favourites', 'featured', 'popular', 'recommended'],
  moderating: ['installation', 'moderationConsole', 'moderation', 'reports', 'review'],
} satisfies Record<string, (keyof Api)[]>
