// A thousand guests answer within a minute: each an anonymous survey (a ballot, then the sheet) and one with names, evenly
// spread, while the job that shuffles runs and somebody else reads 200 pages a second. Then the results of 10,000 sheets with
// ten questions, the slowest of thirty looks.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { SURVEY } from '../contract/limits.ts'
import type { SurveyQuestion } from '../contract/survey-kinds.ts'
import { signLink } from '../server/access/mail-links.ts'
import { secretsFrom } from '../server/access/secrets.ts'
import { signedIn } from './support/people.ts'
import type { Stage } from './support/stage.ts'
import { getRequest, startSteady } from './support/steady.ts'
import type { Row } from './support/table.ts'

const GUESTS = 1_000
const SECONDS = 60
const SHEETS = 10_000
const LOOKS = 30

const CHOICES = ['Music', 'Food', 'People', 'Light']
const KINDS = ['stars', 'one', 'several', 'text', 'stars', 'one', 'several', 'text', 'stars', 'one'] as const
const QUESTIONS: SurveyQuestion[] = KINDS.slice(0, SURVEY.most).map((kind, at) => ({
  kind,
  label: `Question ${at + 1}`,
  choices: kind === 'one' || kind === 'several' ? CHOICES : [],
  required: false,
}))
const ANSWER = {
  stars: ['4'],
  one: ['Food'],
  several: ['Music', 'People'],
  text: ['It was a lovely evening, thank you.'],
}
const ANSWERS = KINDS.map((kind) => ANSWER[kind])

interface Night {
  guests: { ticketId: number; token: string }[]
  anonymousId: number
  namedId: number
  fullId: number
  organiser: string
}

/** Straight into the database: two events of yesterday, their guests, and 10,000 sheets for one of them. */
async function makeNight(databaseUrl: string): Promise<Night> {
  const [organiser] = await signedIn(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const makeEvent = async () => {
      const { rows } = await client.query<{ id: number }>(
        `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity, tickets_sold)
         values ($1, 'Surveyed', 'x', 'y', now() - interval '2 days', now() - interval '1 day', 'Europe/Dublin', 'published', $2, $2)
         returning id`,
        [organiser?.id, GUESTS],
      )
      return rows[0]?.id ?? 0
    }
    const makeSurvey = async (eventId: number, kind: string, anonymous: boolean) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into surveys (event_id, kind, enabled, anonymous, sends, questions, opened_at)
         values ($1, $2, true, $3, false, $4, now()) returning id`,
        [eventId, kind, anonymous, JSON.stringify(QUESTIONS)],
      )
      return rows[0]?.id ?? 0
    }
    const eventId = await makeEvent()
    const { rows: tickets } = await client.query<{ id: number; userId: number; email: string }>(
      `with booked as (
         insert into tickets (event_id, user_id, number_of_tickets)
         select $1, person.first + n, 1 from (select min(id) as first from users where email like 'bench%') person,
           generate_series(0, ${GUESTS - 1}) n returning id, user_id)
       select booked.id, users.id as "userId", users.email from booked join users on users.id = booked.user_id`,
      [eventId],
    )
    const { rows: kept } = await client.query<{ value: string }>(`select value from installation where name = 'secret'`)
    const secrets = secretsFrom(kept[0]?.value ?? '')
    const fullId = await makeSurvey(await makeEvent(), 'post-event', true)
    await client.query(
      `insert into survey_sheets (survey_id, answers, place)
       select $1, jsonb_set($2::jsonb, '{0,0}', to_jsonb((1 + n % 5)::text)), n from generate_series(1, ${SHEETS}) n`,
      [fullId, JSON.stringify(ANSWERS)],
    )
    await client.query('vacuum analyze survey_sheets')
    return {
      guests: tickets.map(({ id, userId, email }) => ({
        ticketId: id,
        token: signLink(secrets, { purpose: 'survey', userId, email, subjectId: id }),
      })),
      anonymousId: await makeSurvey(eventId, 'post-event', true),
      namedId: await makeSurvey(eventId, 'feedback', false),
      fullId,
      organiser: organiser?.token ?? '',
    }
  } finally {
    await client.end()
  }
}

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Infinity

async function sendAll(url: string, { guests, anonymousId, namedId }: Night) {
  const times: number[] = []
  let failures = 0
  const call = async (path: string, n: number, body: unknown, more: Record<string, string> = {}) => {
    // Everybody has their own address, as behind our proxy.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.3.${n >> 8}.${n & 255}`, ...more }
    const from = performance.now()
    const response = await fetch(`${url}/api/surveys/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    times.push(performance.now() - from)
    if (!response.ok) failures++
    return text
  }
  const written = { version: 1, answers: ANSWERS }
  const answer = async ({ ticketId, token }: Night['guests'][number], n: number) => {
    await wait((n / GUESTS) * SECONDS * 1000)
    const authorization = `Bearer ${token}`
    const key = { authorization, 'idempotency-key': randomUUID() }
    const { ballot } = JSON.parse(await call(`${anonymousId}/ballot`, n, { ticketId }, key)) as { ballot?: string }
    await call(`${anonymousId}/sheets`, n, { ballot, ...written })
    await call(`${namedId}/answers`, n, { ticketId, ...written }, { authorization })
  }
  const from = Date.now()
  await Promise.all(guests.map(answer))
  return { times, failures, seconds: (Date.now() - from) / 1000 }
}

async function lookAt(url: string, { fullId, organiser }: Night): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < LOOKS; n++) {
    const from = performance.now()
    const response = await fetch(`${url}/api/surveys/${fullId}/results`, {
      headers: { authorization: `Bearer ${organiser}` },
    })
    const { shown } = (await response.json()) as { shown: number }
    times.push(performance.now() - from)
    if (shown !== SHEETS) throw new Error(`${shown} sheets are shown`)
  }
  return times
}

export async function benchSurveys(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  // Started first: the installation's secret is made at the first start.
  const server = await stage.product({ withMails: true, env: { FEATURES: 'surveys' } })
  const night = await makeNight(stage.databaseUrl)
  const { port } = server.ready
  const steady = { port, requests: [getRequest('/events/3000')], perSecond: 200, connections: 50 }
  say('  pages alone')
  const pages = await startSteady(steady)
  await wait(2_000)
  await pages.report()
  await wait(8_000)
  const alone = await pages.report()
  say(`  ${GUESTS} guests in ${SECONDS} s`)
  const { times, failures, seconds } = await sendAll(server.url, night)
  const beside = await pages.report()
  await pages.stop()
  say(`  p50 ${percentile(times, 0.5).toFixed(1)} ms, ${failures} failures, in ${seconds.toFixed(1)} s`)
  const looks = await lookAt(server.url, night)
  say(`  results: median ${percentile(looks, 0.5).toFixed(0)} ms`)
  await server.stop()
  return [
    { what: 'survey, 1,000 guests', figure: seconds, unit: 's', limit: 61, aim: { atMost: 1 } },
    {
      what: 'survey, p99 of its requests',
      figure: percentile(times, 0.99),
      unit: 'ms',
      limit: 100,
      aim: { atMost: 1 },
    },
    { what: 'survey, requests that failed', figure: failures, unit: '', limit: 1, aim: { atMost: 0 } },
    {
      what: 'page p50 beside a survey, against alone',
      figure: beside.p50,
      unit: 'ms',
      limit: Math.max(1, alone.p50),
      aim: { atMost: 1.5 },
    },
    { what: 'page p99 beside a survey', figure: beside.p99, unit: 'ms', limit: 50, aim: { atMost: 1 } },
    {
      what: 'results of 10,000 sheets, slowest of 30',
      figure: Math.max(...looks),
      unit: 'ms',
      limit: 200,
      aim: { atMost: 1 },
    },
  ]
}
