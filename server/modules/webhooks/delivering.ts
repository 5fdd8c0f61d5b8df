// The lane that delivers messages. What it claims is an endpoint with something due, not a message: so one message is in
// flight for an endpoint in the whole installation, and one that hangs takes one place of those that others need.
import { sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { NOTE_LENGTH } from '../../../contract/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { reasonOf } from '../../jobs/failure.ts'
import type { Lease, Outcome, WorkRow } from '../../jobs/job.ts'
import { createLane, type Lane, type LaneSurroundings } from '../../jobs/lane.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { OutsideAnswer } from '../../net/outside.ts'
import { signedHeaders } from './signing.ts'

// Sockets that mostly wait.
const SLOTS = 8
const LEASE_SECONDS = 60
// An endpoint with a long queue lets others in after so long.
const TURN_MS = 5_000

/** How long after the attempt before each attempt is made: over three days in all, and each up to a fifth later. */
export const ATTEMPTS_AFTER = [
  ...[0, 5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
  ...[5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
]
const FAILING_ENDS_AFTER = 5 * DAY
/** How long Retry-After can put off the message that it was said to, and the others of its endpoint. */
const LONGEST_WAIT = { message: DAY, endpoint: HOUR }
/** After no answer within the time: each of a long queue would hold a place for ten seconds. */
const REST_AFTER_SILENCE = MINUTE

export type Turn = Pick<WorkRow, 'id' | 'leaseToken'>

interface Due extends Record<string, unknown> {
  sequence: number
  attempts: number
  id: string
  body: string
  url: string
  userId: number
  secretVersion: number
  rotatedAt: string | null
  failingSince: string | null
}

/** `status`: null without an answer. */
interface Attempt {
  status: number | null
  note: string
  tookMs: number
  retryAfterMs: number
  isSilence: boolean
}

const findDue = async ({ db, clock }: Deps, { id, leaseToken }: Turn): Promise<Due | undefined> => {
  const { rows } = await db.execute<Due>(sql`
    select d.sequence::int8 as sequence, d.attempts, m.id, m.body, e.url, e.user_id as "userId",
      e.secret_version as "secretVersion", e.rotated_at as "rotatedAt", e.failing_since as "failingSince"
    from webhook_endpoints e, webhook_deliveries d, webhook_messages m
    where e.id = ${id} and e.lease_token = ${leaseToken} and e.ended_at is null
      and (e.paused_until is null or e.paused_until <= ${clock()})
      and d.endpoint_id = e.id and d.state = 'waiting' and d.next_at <= greatest(${clock()}, now()) and m.sequence = d.sequence
    order by d.next_at, d.sequence limit 1`)
  return rows[0]
}

function retryAfterOf({ headers }: OutsideAnswer, now: Date): number {
  const value = headers['retry-after']
  if (typeof value !== 'string') return 0
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

/** The first letters of what was answered; what no screen should show is left out. */
const noteOf = (text: string) => [...text.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, NOTE_LENGTH).join('')

function silenceOf(error: unknown): Pick<Attempt, 'note' | 'isSilence'> {
  const code = reasonOf(error)
  const isSilence = /ABORT_ERR|TimeoutError|AbortError/.test(code)
  if (isSilence) return { note: 'No answer within 10 seconds.', isSilence }
  if (code === 'PRIVATE_ADDRESS') return { note: 'The address is not a public one.', isSilence }
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return { note: 'The name could not be found.', isSilence }
  if (code === 'ECONNREFUSED') return { note: 'The connection was refused.', isSilence }
  if (/CERT|SSL|TLS|EPROTO|SIGNATURE|ISSUER/.test(code))
    return { note: `A secure connection could not be made (${code}).`, isSilence }
  return { note: `The connection failed (${code}).`, isSilence }
}

async function send(deps: Deps, { id: endpointId }: Turn, due: Due, lease: Lease): Promise<Attempt> {
  const now = deps.clock()
  const endpoint = {
    id: endpointId,
    secretVersion: due.secretVersion,
    rotatedAt: due.rotatedAt ? new Date(due.rotatedAt) : null,
  }
  const from = performance.now()
  const tookMs = () => Math.round(performance.now() - from)
  try {
    const answer = await deps.outside.post({
      url: due.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Hooley-Webhooks',
        ...signedHeaders(deps.secrets, endpoint, due, now),
      },
      body: due.body,
      signal: lease.signal,
    })
    const { status } = answer
    const isRedirect = status >= 300 && status < 400
    const note = isRedirect ? 'Redirects are not followed.' : noteOf(answer.body.toString('utf8'))
    return { status, note, tookMs: tookMs(), retryAfterMs: retryAfterOf(answer, now), isSilence: false }
  } catch (error) {
    // Stopping, or somebody else has the endpoint: no attempt of ours.
    if (lease.signal.aborted) throw lease.signal.reason
    return { status: null, ...silenceOf(error), tookMs: tookMs(), retryAfterMs: 0 }
  }
}

const isSuccess = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function recordSuccess({ db, clock }: Deps, { id }: Turn, { sequence }: Due, { status, note, tookMs }: Attempt) {
  await db.execute(sql`
    with well as (
      update webhook_endpoints set failing_since = null, paused_until = null
      where id = ${id} and (failing_since is not null or paused_until is not null)
    )
    update webhook_deliveries set state = 'delivered', attempts = attempts + 1, last_at = ${clock()}, status = ${status},
      took_ms = ${tookMs}, note = ${note}
    where sequence = ${sequence} and endpoint_id = ${id}`)
}

/** Whether the webhook goes on: 410, or days of nothing but failures, end it, and its owner gets an email. */
async function recordFailure(deps: Deps, { id }: Turn, due: Due, attempt: Attempt): Promise<boolean> {
  const now = deps.clock()
  const { status, note, tookMs, retryAfterMs, isSilence } = attempt
  const attempts = due.attempts + 1
  const after = ATTEMPTS_AFTER[attempts]
  const wait = Math.max((after ?? 0) * (1 + Math.random() / 5), Math.min(retryAfterMs, LONGEST_WAIT.message))
  const rest = isSilence ? REST_AFTER_SILENCE : Math.min(retryAfterMs, LONGEST_WAIT.endpoint)
  const failingSince = due.failingSince ? new Date(due.failingSince) : now
  const isFailing = now.getTime() - failingSince.getTime() >= FAILING_ENDS_AFTER
  const endedBy = status === 410 ? 'gone' : isFailing ? 'failing' : null
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      update webhook_deliveries set state = ${after === undefined || endedBy ? 'failed' : 'waiting'}, attempts = ${attempts},
        next_at = ${laterBy(now, wait)}, last_at = ${now}, status = ${status}, took_ms = ${tookMs}, note = ${note}
      where sequence = ${due.sequence} and endpoint_id = ${id}`)
    const { rowCount } = await tx.execute(sql`
      update webhook_endpoints set failing_since = ${failingSince}, paused_until = ${rest > 0 ? laterBy(now, rest) : null},
        ended_at = ${endedBy ? now : null}, ended_by = ${endedBy}
      where id = ${id} and ended_at is null`)
    if (!endedBy || rowCount === 0) return
    const payload = { host: new URL(due.url).host, by: endedBy }
    await deps.mails.add(tx, { kind: 'webhook-ended', userId: due.userId, payload })
  })
  return !endedBy && rest === 0
}

/** Everything that is due for one endpoint, one message after another, for some seconds. */
export async function serve(deps: Deps, turn: Turn, lease: Lease): Promise<Outcome<'done'>> {
  const from = performance.now()
  while (performance.now() - from < TURN_MS) {
    const due = await findDue(deps, turn)
    if (!due) return { is: 'over', as: 'done' }
    lease.check()
    const attempt = await send(deps, turn, due, lease)
    if (isSuccess(attempt)) await recordSuccess(deps, turn, due, attempt)
    else if (!(await recordFailure(deps, turn, due, attempt))) return { is: 'over', as: 'done' }
  }
  deps.jobs.nudge()
  return { is: 'over', as: 'done' }
}

function endpointQueue(deps: () => Deps, leaseSeconds: number): Queue<WorkRow, 'done'> {
  const until = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
  const release = async ({ id, leaseToken }: WorkRow, leasedUntil = sql`null`) => {
    const { rowCount } = await deps().db.execute(sql`
      update webhook_endpoints set leased_until = ${leasedUntil}, lease_token = null
      where id = ${id} and lease_token = ${leaseToken}`)
    return (rowCount ?? 0) > 0
  }
  return {
    leaseMs: leaseSeconds * 1_000,
    async claim(kinds, most, inFlight) {
      const { db, clock } = deps()
      // One step along the index for each endpoint that has something waiting, however much that is. In no order, so that
      // endpoints with long queues do not keep others waiting.
      const { rows } = await db.execute<Turn & Record<string, unknown>>(sql`
        with recursive waiting (id) as (
          (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
          union all
          select (select d.endpoint_id from webhook_deliveries d where d.state = 'waiting' and d.endpoint_id > before.id
            order by d.endpoint_id limit 1)
          from waiting before where before.id is not null)
        update webhook_endpoints set leased_until = ${until(leaseSeconds)}, lease_token = gen_random_uuid()
        where id = any (array(
          select e.id from webhook_endpoints e
          where e.id in (select id from waiting) and e.ended_at is null and (e.leased_until is null or e.leased_until < now())
            and (e.paused_until is null or e.paused_until <= ${clock()}) and e.id <> all (${sql.param(inFlight)}::int[])
            and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting'
              and d.next_at <= greatest(${clock()}, now()))
          order by random() limit ${most} for update skip locked))
        returning id, lease_token as "leaseToken"`)
      return rows.map((row) => ({ ...row, kind: kinds[0] ?? '', payload: {}, priority: PRIORITY.normal, attempts: 1 }))
    },
    async renew(rows) {
      const { rows: renewed } = await deps().db.execute<{ id: number }>(sql`
        update webhook_endpoints as e set leased_until = ${until(leaseSeconds)}
        from unnest(${sql.param(rows.map(({ id }) => id))}::int[],
          ${sql.param(rows.map(({ leaseToken }) => leaseToken))}::uuid[]) as mine (id, lease_token)
        where e.id = mine.id and e.lease_token = mine.lease_token returning e.id`)
      return new Set(renewed.map(({ id }) => id))
    },
    end: (_db, row) => release(row),
    retry: (row, seconds) => release(row, until(seconds)),
    fail: (row) => release(row),
    putOff: (row, seconds) => release(row, until(seconds)),
  }
}

export const webhookLane = (deps: () => Deps, surroundings: LaneSurroundings, leaseSeconds = LEASE_SECONDS): Lane =>
  createLane(
    {
      queue: endpointQueue(deps, leaseSeconds),
      kinds: ['webhooks'],
      slots: SLOTS,
      run: (row, lease) => serve(deps(), row, lease),
    },
    surroundings,
  )
