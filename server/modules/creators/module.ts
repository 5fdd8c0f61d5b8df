import { removed } from '../../access/personal-data.ts'
import { followDigests, follows } from '../../db/schema/follows.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { sendFollowDigests } from './digest.ts'
import { newEventsMail } from './emails.ts'
import { creatorRoutes } from './routes.ts'

const FIFTEEN_MINUTES = 900_000

export const creators: Module = {
  routes: creatorRoutes,
  mails: ({ publicUrl }) => ({
    'new-events': { render: newEventsMail(publicUrl), priority: PRIORITY.bulk, notice: 'follow' },
  }),
  jobs: { 'send-follow-digests': { run: sendFollowDigests } },
  schedule: { 'send-follow-digests': FIFTEEN_MINUTES },
  tables: [
    // Who follows them is removed by erasure.ts.
    removed(follows, follows.userId, follows.creatorId),
    removed(followDigests, followDigests.userId, followDigests.userId),
  ],
}
