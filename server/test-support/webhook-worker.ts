// A process that delivers webhooks, for a test that kills it; with a number of steps it waits until it is told to begin, and
// kills itself before the next one. Each statement, and the request to the other side, is a step.
import { once } from 'node:events'
import { pino } from 'pino'
import { openSecrets } from '../access/secrets.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { webhookLane } from '../modules/webhooks/delivering.ts'
import { openOutside } from '../net/outside.ts'
import { PATIENT } from './patient.ts'

const [databaseUrl = '', networks = '', steps] = process.argv.slice(2)
const db = openDatabase(databaseUrl, { patience: 10 })
const { outgoingNetworks } = readConfig({ ...PATIENT, DATABASE_URL: databaseUrl, OUTGOING_NETWORKS: networks })
const deps = {
  db,
  clock: () => new Date(),
  secrets: await openSecrets(db),
  outside: openOutside(outgoingNetworks),
  jobs: { nudge: () => undefined },
} as unknown as Deps

let left = steps === undefined ? Infinity : Number(steps)
const step = <T>(work: () => Promise<T>): Promise<T> => {
  if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
  return work()
}

const inSteps: Deps = {
  ...deps,
  db: new Proxy(db, {
    get(target, name) {
      if (name === 'execute') return (query: string) => step(() => target.execute(query))
      if (name === 'transaction') return (work: never) => step(() => target.transaction(work))
      return Reflect.get(target, name) as unknown
    },
  }),
  outside: { ...deps.outside, post: (message) => step(() => deps.outside.post(message)) },
}

const lane = webhookLane(() => inSteps, { db: inSteps.db, log: pino({ level: 'silent' }) }, 2)
if (steps === undefined) lane.start()
else {
  process.send?.('ready')
  await once(process, 'message')
  await lane.runDue()
  process.exit(0)
}
