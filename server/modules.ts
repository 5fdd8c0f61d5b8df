// The one list of modules.
import type { DescribedTable, PersonalTable } from './access/personal-data.ts'
import type { Secrets } from './access/secrets.ts'
import type { Config } from './config.ts'
import { SHARED_RATES, type Rate } from './http/rate-limits.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { ledger } from './ledger/module.ts'
import type { JobKind } from './jobs/job-kind.ts'
import type { Schedule } from './jobs/schedule.ts'
import type { MailKind } from './mail/mail.ts'
import { outbox } from './mail/outbox-page.ts'
import type { Module } from './module.ts'
import { withRefusalLink } from './notices/refusals.ts'
import { asNotice } from './notices/unsubscribe.ts'
import { account } from './modules/account/module.ts'
import { apiKeys } from './modules/api-keys/module.ts'
import { auth } from './modules/auth/module.ts'
import { ballots } from './modules/ballots/module.ts'
import { bookingQuestions } from './modules/booking-questions/module.ts'
import { bookingRequests } from './modules/booking-requests/module.ts'
import { contact } from './modules/contact/module.ts'
import { creators } from './modules/creators/module.ts'
import { demoTill } from './modules/demo-till/module.ts'
import { door } from './modules/door/module.ts'
import { embeds } from './modules/embeds/module.ts'
import { eventEmails } from './modules/event-emails/module.ts'
import { eventExport } from './modules/event-export/module.ts'
import { events } from './modules/events/module.ts'
import { favourites } from './modules/favourites/module.ts'
import { featured } from './modules/featured/module.ts'
import { feeds } from './modules/feeds/module.ts'
import { geo } from './modules/geo/module.ts'
import { guestMessages } from './modules/guest-messages/module.ts'
import { guests } from './modules/guests/module.ts'
import { imports } from './modules/imports/module.ts'
import { insights } from './modules/insights/module.ts'
import { installation } from './modules/installation/module.ts'
import { links } from './modules/links/module.ts'
import { moderation } from './modules/moderation/module.ts'
import { moderationConsole } from './modules/moderation-console/module.ts'
import { notices } from './modules/notices/module.ts'
import { orders } from './modules/orders/module.ts'
import { places } from './modules/places/module.ts'
import { popular } from './modules/popular/module.ts'
import { questions } from './modules/questions/module.ts'
import { recommended } from './modules/recommended/module.ts'
import { reports } from './modules/reports/module.ts'
import { series } from './modules/series/module.ts'
import { socialPosts } from './modules/social-posts/module.ts'
import { storage } from './modules/storage/module.ts'
import { surveys } from './modules/surveys/module.ts'
import { team } from './modules/team/module.ts'
import { tickets } from './modules/tickets/module.ts'
import { users } from './modules/users/module.ts'
import { waitingList } from './modules/waiting-list/module.ts'
import { webhooks } from './modules/webhooks/module.ts'

// A table whose rows are found through another's is named after it: a deletion goes through the tables backwards.
export const modules: Module[] = [
  auth,
  apiKeys,
  webhooks,
  users,
  account,
  events,
  embeds,
  favourites,
  popular,
  recommended,
  featured,
  creators,
  feeds,
  geo,
  team,
  tickets,
  orders,
  bookingQuestions,
  guests,
  guestMessages,
  imports,
  eventExport,
  eventEmails,
  socialPosts,
  surveys,
  waitingList,
  bookingRequests,
  ballots,
  series,
  insights,
  installation,
  links,
  moderation,
  notices,
  places,
  questions,
  contact,
  reports,
  moderationConsole,
  storage,
  demoTill,
  door,
  ledger,
  housekeeping,
  outbox,
]

// Sessions, keys and links are the ways to say who asks.
export { userFinder } from './modules/links/module.ts'

/** A name that two modules bring would be counted as one. */
function onlyOnce<T>(entries: [string, T][]): Record<string, T> {
  const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) < index)
  if (twice) throw new Error(`Two modules bring "${twice[0]}".`)
  return Object.fromEntries(entries)
}

export function mailKinds(config: Config, secrets: Secrets): Record<string, MailKind> {
  const kinds = modules.flatMap(({ mails }) => Object.entries(mails?.(config, secrets) ?? {}))
  return onlyOnce(kinds.map(([name, kind]) => [name, withRefusalLink(asNotice(kind, secrets), secrets)]))
}

export const jobKinds = onlyOnce<JobKind>(modules.flatMap(({ jobs = {} }) => Object.entries(jobs)))

export const lanes = modules.flatMap(({ lane = [] }) => lane)

export const rates = onlyOnce<Rate>(
  [SHARED_RATES, ...modules.map(({ limits = {} }) => limits)].flatMap(Object.entries<Rate>),
)

export const describedTables: DescribedTable[] = modules.flatMap(({ tables = [] }) => tables)
export const personalTables = describedTables.filter((table): table is PersonalTable => 'of' in table)

export const schedule = Object.assign({}, ...modules.map(({ schedule: own }) => own)) as Schedule
