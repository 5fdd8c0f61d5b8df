import { api } from '../../../contract/api.ts'
import { removed } from '../../access/personal-data.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { endCalendarFeed, renewCalendarFeed } from './commands.ts'
import { installFeeds } from './http.ts'
import { getCalendarFeed } from './queries.ts'

const feedRoutes = (deps: Deps): Binding[] => [
  bind(api.feeds.get, (_input, user) => getCalendarFeed(deps.db, user.id)),
  bind(api.feeds.renew, ({ headers }, user) => renewCalendarFeed(deps, user, headers['idempotency-key'])),
  bind(api.feeds.end, (_input, user) => endCalendarFeed(deps, user)),
]

// For the routes outside of /api.
export const feeds: Module = {
  routes: feedRoutes,
  http: installFeeds,
  tables: [removed(calendarFeeds, calendarFeeds.userId, calendarFeeds.userId, { secret: ['secretHash'] })],
}
