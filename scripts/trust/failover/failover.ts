// Three database machines, two of Hooley, nginx in front: each is lost in turn, and nobody may notice more than was promised.
import { readFileSync } from 'node:fs'
import { freePort } from '../../../server/test-support/free-port.ts'
import { MailSink } from '../mail-sink.ts'
import { startNginx } from '../nginx.ts'
import { requirePrograms } from '../programs.ts'
import { Missing, type Outcome, type Scenario } from '../scenario.ts'
import { type Account, Stack } from '../stack.ts'
import { Cluster } from './cluster.ts'
import { type Fault, FAULTS } from './faults.ts'
import { HooleyMachine } from './hooley-machine.ts'
import { printRows } from './report.ts'
import { play, type Row, type Stage } from './round.ts'

// The alert rules and the board name figures of Patroni: they have to be those that this Patroni tells.

async function wrongMetrics({ machines }: Cluster): Promise<string[]> {
  const told = await (await fetch(`${machines[0]?.rest}/metrics`)).text()
  const files = ['deploy/watch/alerts.yml', 'deploy/watch/grafana.json'].map((file) => readFileSync(file, 'utf8'))
  const named = new Set(files.join('\n').match(/\bpatroni_[a-z_]+/g))
  return [...named].filter((name) => !told.includes(`# TYPE ${name} `)).map((name) => `Patroni has no figure ${name}`)
}

const COLD_PAGES = 4_000
const SEATS = 4

/** Events whose pages nobody has asked for; each is asked for once. */
async function coldPages({ postgres }: Stack<Cluster>, { id }: Account): Promise<() => string> {
  const rows = await postgres.query<{ id: number }>(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
     select $1, 'Quiet ' || n, 'Nobody has looked yet.', 'Sligo', now() + interval '40 days', now() + interval '41 days',
       'Europe/Dublin', 'published', 10 from generate_series(1, ${COLD_PAGES}) n returning id`,
    [id],
  )
  let next = 0
  return () => `/events/${rows[next++ % rows.length]?.id}`
}

async function setUp(stack: Stack<Cluster>): Promise<Stage> {
  const say = (line: string) => console.log(`  ${line}`)
  await stack.postgres.start()
  say('three PostgreSQL stream, one synchronously')
  const smtpPort = await freePort()
  const mails = await MailSink.open(smtpPort)
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
  const hooleys = [await HooleyMachine.start(stack, 'hooley1', env), await HooleyMachine.start(stack, 'hooley2', env)]
  const proxy = await startNginx(
    stack,
    hooleys.map(({ port }) => port),
  )
  say('two instances behind nginx, each with its HAProxy')
  const people = await stack.accounts(13)
  // Otherwise most of their emails would be gathered into one.
  await stack.postgres.query('update users set email_confirmed_at = now()')
  const creator = people[0]!
  const big = await stack.event(creator, 1_000_000)
  // What has been asked for once is kept: that is the state of a site that is in use.
  for (const { url } of hooleys)
    for (const path of ['/', '/events', `/events/${big}`, '/api/all-events?limit=5']) await fetch(url + path)
  return {
    stack,
    hooleys,
    proxy,
    mails,
    people,
    big,
    answered: [],
    returned: [],
    small: await stack.event(creator, SEATS),
    coldPath: await coldPages(stack, creator),
  }
}

/** Both instances listen at the leader, and nowhere else. */
async function wrongListeners({ stack }: Stage): Promise<string[]> {
  const [row] = await stack.postgres.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name = 'hooley-listen'`,
    [],
    'postgres',
  )
  return row && row.n >= 2 ? [] : [`${row?.n} of 2 instances listen at the leader`]
}

const failover = (faults: Fault[]) => async (): Promise<Outcome> => {
  if (process.platform !== 'linux') throw new Missing('it needs Linux')
  requirePrograms('patroni', 'python3-etcd', 'etcd', 'haproxy', 'nginx', 'postgres')
  return Stack.on(
    (folder) => Cluster.in(folder),
    async (stack) => {
      const stage = await setUp(stack)
      const rows: Row[] = []
      const broken: string[] = []
      try {
        for (const fault of faults) {
          await stack.postgres.settled()
          const row = await play(stage, fault)
          rows.push(row)
          broken.push(...row.broken.map((sentence) => `${fault.name}: ${sentence}`))
          console.log(
            `  ${fault.name}: writes away ${row.outage.toFixed(1)} s; ${row.broken.join('; ') || 'as promised'}`,
          )
        }
        broken.push(...(await wrongListeners(stage)), ...(await wrongMetrics(stack.postgres)))
      } finally {
        await stage.mails.close()
      }
      printRows(rows)
      return {
        times: `${rows.length} faults`,
        seen: `${stage.answered.length} bookings, ${stage.returned.length} returns, ${stage.mails.received.length} mails; writes away for at most ${Math.max(...rows.map(({ outage }) => outage)).toFixed(1)} s`,
        lost: broken,
      }
    },
  )
}

export const failovers: Scenario[] = [
  {
    name: 'failover',
    did: 'three PostgreSQL under Patroni, two instances: each machine lost in turn, under bookings',
    run: failover(FAULTS),
  },
]

/** Only when asked for: it is a part of the other. */
export const quickFailovers: Scenario[] = [
  {
    name: 'failover-quick',
    did: "a switchover and the loss of the leader's machine",
    run: failover(FAULTS.filter(({ isQuick }) => isQuick)),
  },
  ...FAULTS.map((fault): Scenario => ({ name: `failover-${fault.name}`, did: fault.did, run: failover([fault]) })),
]
