// A process that does jobs of the kind `slow`, for tests that kill it: each writes down who began it, and takes a moment.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { openDatabase } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { createJobs } from '../jobs/jobs.ts'

const [databaseUrl = '', worker = ''] = process.argv.slice(2)
const db = openDatabase(databaseUrl, { patience: 10 })

createJobs({
  db,
  log: pino({ level: 'silent' }),
  deps: () => ({}) as Deps,
  schedule: {},
  leaseSeconds: 2,
  kinds: {
    slow: {
      async run(_deps, { id }) {
        await db.execute(sql`insert into runs (job, worker) values (${id}, ${worker})`)
        await wait(20)
      },
    },
  },
}).start()
