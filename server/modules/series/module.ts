import { sql } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { isMine, removed } from '../../access/personal-data.ts'
import { creatorTag, eventTag, LISTS, seatsTag } from '../../cache/tags.ts'
import { eventSeries, seriesFollows, seriesVersions, standingPlaces } from '../../db/schema/series.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { bookDates } from './bookings.ts'
import {
  createSeries,
  endSeries,
  pauseSeries,
  resumeSeries,
  saveSettings,
  saveTexts,
  skipDay,
  updateSeries,
} from './commands.ts'
import { standingBookedMail } from './emails.ts'
import { EXTEND_JOB, extendSeries } from './extend.ts'
import { previewChange } from './plan.ts'
import { getMine, getSeries, listFollowedSeries, listStanding } from './queries.ts'
import { followSeries, leaveStanding, stand, unfollowSeries } from './standing.ts'

// For calendars that are imported.
export { createSeries } from './commands.ts'

const DAY = 86_400_000

/**
 * Outdated by whatever changes a list or the seats of a date that it shows, and withdrawn by what changes the creator or
 * such a date.
 */
const seriesReads = {
  // What is asked for with a key is for those who have it, and stored nowhere.
  madeOf: ({ query }: { query: { key?: string } }) => (query.key === undefined ? [LISTS] : null),
  holds: ({ dates, creatorId }: { dates: { id: number }[]; creatorId: number }) => [
    ...dates.flatMap(({ id }) => [eventTag(id), seatsTag(id)]),
    creatorTag(creatorId),
  ],
}

const seriesRoutes = (deps: Deps): Binding[] => [
  bind(api.series.create, ({ body, headers }, user) => createSeries(deps, user, body, headers['idempotency-key'])),
  bind(api.series.get, ({ params, query }, user) => getSeries(deps, user, params.seriesId, query.key), seriesReads),
  bind(api.series.preview, ({ params, body }) => previewChange(deps, params.seriesId, body)),
  bind(api.series.update, ({ params, body }, user) => updateSeries(deps, user, params.seriesId, body)),
  bind(api.series.skip, ({ params, body }, user) => skipDay(deps, user, params.seriesId, body)),
  bind(api.series.pause, ({ params, body }, user) => pauseSeries(deps, user, params.seriesId, body)),
  bind(api.series.resume, ({ params }, user) => resumeSeries(deps, user, params.seriesId)),
  bind(api.series.end, ({ params, body }, user) => endSeries(deps, user, params.seriesId, body)),
  bind(api.series.saveSettings, ({ params, body }, user) => saveSettings(deps, user, params.seriesId, body)),
  bind(api.series.saveTexts, ({ params, body }, user) => saveTexts(deps, user, params.seriesId, body)),
  bind(api.series.listStanding, ({ params }) => listStanding(deps, params.seriesId)),
  bind(api.series.mine, ({ params }, user) => getMine(deps, user, params.seriesId)),
  bind(api.series.listFollowed, (_input, user) => listFollowedSeries(deps, user)),
  bind(api.series.follow, ({ params }, user) => followSeries(deps, user, params.seriesId)),
  bind(api.series.unfollow, ({ params }, user) => unfollowSeries(deps, user, params.seriesId)),
  bind(api.series.stand, ({ params, body }, user) => stand(deps, user, params.seriesId, body.numberOfTickets)),
  bind(api.series.leave, ({ params }, user) => leaveStanding(deps, user, params.seriesId)),
  bind(api.series.book, ({ params, headers, body }, user) =>
    bookDates(deps, user, params.seriesId, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }),
  ),
]

export const series: Module = {
  routes: seriesRoutes,
  mails: (config) => ({
    'standing-booked': { render: standingBookedMail(config), priority: PRIORITY.soon },
  }),
  jobs: { [EXTEND_JOB]: { run: extendSeries } },
  schedule: { [EXTEND_JOB]: DAY },
  // Beside the limit of events, of which a series is one.
  limits: {
    createSeriesWhenNew: { points: 5, seconds: PER.day },
    createSeries: { points: 50, seconds: PER.day },
  },
  tables: [
    {
      // What took place stays for those who were there; nothing more is made of it.
      table: eventSeries,
      of: isMine(eventSeries.creatorId),
      by: eventSeries.id,
      personal: ['creationKey', 'creationHash'],
      secret: ['linkKey'],
      plain: ['extraDays', 'skippedDays', 'pausedFrom', 'pausedUntil', 'endsBefore'],
      atDeletion: () => ({ creationKey: null, creationHash: null, linkKey: null, endsBefore: sql`current_date` }),
    },
    {
      table: seriesVersions,
      of: ({ id }) => sql`${seriesVersions.seriesId} in (select s.id from event_series s where s.creator_id = ${id})`,
      by: sql<string>`${seriesVersions.seriesId} || ' ' || ${seriesVersions.fromDay}`,
      personal: ['body', 'imageUrl', 'texts'],
      plain: ['fromDay', 'firstDay', 'rule', 'localStart'],
      atDeletion: () => ({
        imageUrl: null,
        texts: {},
        body: sql`${seriesVersions.body} || '{"title": "Title removed", "description": "", "venue": "", "organizerDescription": null, "artistDescription": null, "latitude": null, "longitude": null, "town": ""}'::jsonb`,
      }),
    },
    removed(seriesFollows, seriesFollows.userId, seriesFollows.seriesId),
    removed(standingPlaces, standingPlaces.userId, standingPlaces.id, { plain: ['ending'] }),
  ],
}
