// A mail is a row first. This sends what stands in the table: claimed with a lease, retried with back-off, given up
// after 8 tries and shown as such.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db, Tx } from '../db/client.ts'
import { mails } from '../db/schema/mails.ts'
import type { MailRenderer, MailRow, MailTransport } from './mail.ts'
import { isHeldBack } from './unconfirmed.ts'

const MAX_ATTEMPTS = 8
const LEASE_SECONDS = 60
const POLL_MS = 1_000
const BATCH = 20
// Between two mails: a thousand of them take some seconds longer, and the pages that people look at meanwhile do not.
const REST_MS = 10
const REST_WHILE_BUSY_MS = 50
const IS_BUSY = 0.5
// An address is not proven to be its account's: whoever books without end must not fill a stranger's letter box. What is
// beyond this waits, and is sent when the hour is over.
const MAX_AN_HOUR = 30
const POSTPONED_MINUTES = 10

export interface Outbox {
  add(tx: Db | Tx, mail: { kind: string; userId: number; payload?: Record<string, unknown> }): Promise<void>
  /** Something was added: look now instead of at the next poll. */
  nudge(): void
  /** Sends everything that is due; returns how many were sent. */
  deliver(): Promise<number>
  waiting(): Promise<number>
  start(): void
  stop(): Promise<void>
}

export interface OutboxOptions {
  db: Db
  log: Logger
  transport: MailTransport
  renderers: Record<string, MailRenderer>
  /** Stands in Message-ID, so that a receiver can drop a mail that a crash made us send twice. */
  domain: string
}

/** 2, 4, 8 … seconds times 15: half a minute at first, an hour at the end. */
const backOff = (attempts: number) => sql`now() + make_interval(secs => ${Math.min(15 * 2 ** attempts, 3600)})`

/** Longer while this thread is busy, mostly with other things than mails. */
function rests() {
  let before = performance.eventLoopUtilization()
  return () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    return wait(utilization > IS_BUSY ? REST_WHILE_BUSY_MS : REST_MS)
  }
}

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

export function createOutbox({ db, log, transport, renderers, domain }: OutboxOptions): Outbox {
  let timer: NodeJS.Timeout | undefined
  let stopped = true
  let isEnding = false
  let delivering: Promise<number> | undefined
  let again = false

  const claim = async (): Promise<(MailRow & { attempts: number })[]> => {
    const { rows } = await db.execute(sql`
      update mails set leased_until = ${leaseEnd}, attempts = attempts + 1
      where id in (
        select id from mails
        where status = 'waiting' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
        order by next_attempt_at limit ${BATCH} for update skip locked)
      returning id, kind, user_id as "userId", ticket_id as "ticketId", payload, attempts`)
    return rows as unknown as (MailRow & { attempts: number })[]
  }

  const isTooMany = async ({ userId, kind }: MailRow) => {
    const lately = sql`${mails.sentAt} > now() - interval '1 hour'`
    return (await db.$count(mails, and(eq(mails.userId, userId), eq(mails.kind, kind), lately))) >= MAX_AN_HOUR
  }

  const sendOne = async (row: MailRow & { attempts: number }): Promise<boolean> => {
    const isMine = and(eq(mails.id, row.id), eq(mails.attempts, row.attempts), eq(mails.status, 'waiting'))
    // The mails before this one may have used the lease up, and another instance may have taken it since.
    const renewed = await db.update(mails).set({ leasedUntil: leaseEnd }).where(isMine)
    if (renewed.rowCount === 0) return false
    if (await isHeldBack(db, row)) return false
    if (await isTooMany(row)) {
      await db
        .update(mails)
        .set({
          leasedUntil: null,
          attempts: sql`${mails.attempts} - 1`,
          nextAttemptAt: sql`now() + make_interval(mins => ${POSTPONED_MINUTES})`,
        })
        .where(isMine)
      return false
    }
    try {
      const render = renderers[row.kind]
      if (!render) throw new Error(`no template for mails of kind ${row.kind}`)
      const mail = await render(db, row)
      if (mail) await transport.send(mail, `<${row.kind}-${row.id}@${domain}>`)
      await db
        .update(mails)
        .set({ status: 'sent', sentAt: sql`now()`, leasedUntil: null, payload: {}, lastError: null })
        .where(isMine)
      return true
    } catch (error) {
      // Only the code: SMTP servers put addresses into their sentences.
      const reason = (error as { code?: string }).code ?? (error as Error).name
      const givenUp = row.attempts >= MAX_ATTEMPTS
      log[givenUp ? 'error' : 'warn']({ mail: row.id, kind: row.kind, attempt: row.attempts, reason }, 'mail not sent')
      await db
        .update(mails)
        .set({
          status: givenUp ? 'failed' : 'waiting',
          leasedUntil: null,
          nextAttemptAt: backOff(row.attempts),
          lastError: reason,
          // A secret must not lie around in a mail that will never be sent.
          ...(givenUp && { payload: {} }),
        })
        .where(isMine)
      return false
    }
  }

  const giveBack = (rows: (MailRow & { attempts: number })[]) =>
    Promise.all(
      rows.map(({ id, attempts }) =>
        db
          .update(mails)
          .set({ leasedUntil: null, attempts: attempts - 1 })
          .where(and(eq(mails.id, id), eq(mails.attempts, attempts))),
      ),
    )

  const deliverAll = async () => {
    let sent = 0
    const rest = rests()
    for (;;) {
      const rows = await claim()
      if (rows.length === 0) return sent
      for (const [at, row] of rows.entries()) {
        // Whoever ends this process does not wait for a hundred thousand mails: others may send what is left, at once.
        if (isEnding) {
          await giveBack(rows.slice(at))
          return sent
        }
        if (await sendOne(row)) sent++
        await rest()
      }
    }
  }

  const deliver = (): Promise<number> => {
    delivering ??= deliverAll().finally(() => (delivering = undefined))
    return delivering
  }

  const loop = () => {
    if (stopped) return
    deliver()
      .catch((error: unknown) => log.warn({ err: error }, 'mails wait: the database does not answer'))
      .finally(() => {
        if (stopped) return
        timer = setTimeout(loop, again ? 0 : POLL_MS)
        again = false
      })
  }

  return {
    async add(tx, { kind, userId, payload = {} }) {
      await tx.insert(mails).values({ kind, userId, payload })
    },
    nudge() {
      if (stopped) return
      again = true
      if (timer && !delivering) {
        clearTimeout(timer)
        // A moment later, so that the transaction that added the mail is committed.
        timer = setTimeout(loop, 5)
      }
    },
    deliver,
    waiting: () => db.$count(mails, eq(mails.status, 'waiting')),
    start() {
      stopped = isEnding = false
      loop()
    },
    async stop() {
      stopped = isEnding = true
      clearTimeout(timer)
      await delivering?.catch(() => undefined)
      transport.close()
    },
  }
}
