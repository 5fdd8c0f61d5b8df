import { removed } from '../../access/personal-data.ts'
import { digests } from '../../db/schema/insights.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { sendDigests } from './digest.ts'
import { digestMail, soldOutMail } from './emails.ts'
import { writeForecasts } from './forecast.ts'
import { insightRoutes } from './routes.ts'
import { notifySoldOut } from './sold-out.ts'

const FIVE_MINUTES = 300_000
const FIFTEEN_MINUTES = 900_000

export const insights: Module = {
  routes: insightRoutes,
  mails: ({ publicUrl }) => ({
    'sold-out': { render: soldOutMail(publicUrl), priority: PRIORITY.normal, notice: 'sold-out' },
    digest: { render: digestMail(publicUrl), priority: PRIORITY.bulk, notice: 'digest' },
  }),
  jobs: {
    'tell-sold-out': { run: notifySoldOut },
    'send-digests': { run: sendDigests },
    'write-forecasts': { run: writeForecasts },
  },
  schedule: { 'send-digests': FIFTEEN_MINUTES, 'write-forecasts': FIVE_MINUTES },
  tables: [removed(digests, digests.userId, digests.userId)],
}
