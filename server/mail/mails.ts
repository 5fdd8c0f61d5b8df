// deps.mails: an email is a row first, written in the transaction of what it reports. Sending it is work in a lane of
// deps.jobs, claimed, retried and given up like any other.
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { mails } from '../db/schema/mails.ts'
import type { Lease, Outcome } from '../jobs/job.ts'
import { createLane, type Lane, type LaneSurroundings } from '../jobs/lane.ts'
import { createQueue } from '../jobs/queue.ts'
import { readBlocked } from '../screening/blocked-links.ts'
import { plainLinks } from '../screening/plain-links.ts'
import type { ClaimedMail, Mail, MailKind, MailRow, MailToAdd, MailTransport } from './mail.ts'
import { maySend } from './may-send.ts'
import type { Decision } from './rule.ts'
import { mailOf } from './unconfirmed.ts'

/** Also the number of connections to the mail server. */
export const MAIL_SLOTS = 4

export interface Mails {
  /** Then, after the commit: deps.jobs.nudge(). */
  add(tx: Db | Tx, mail: MailToAdd): Promise<void>
  /** For what no other row remembers by its Idempotency-Key. False: the same request has added it before. */
  addOnce(tx: Db | Tx, mail: MailToAdd, requestHash: Buffer): Promise<boolean>
  /** However many they are, in few statements. No two of them with the same dedupeKey. */
  addAll(tx: Db | Tx, mails: MailToAdd[]): Promise<void>
}

export interface MailOptions {
  kinds: Record<string, MailKind>
  transport: MailTransport
  /** Its host is used in Message-ID, so that a receiver can drop an email that a crash made us send twice. */
  publicUrl: string
  decide?: (db: Db, row: MailRow) => Promise<Decision>
  clock?: () => Date
  leaseSeconds?: number
}

type MailEnding = 'sent' | 'skipped' | 'folded'

const AT_ONCE = 1_000

export function createMails(kinds: Record<string, MailKind>): Mails {
  const insert = (tx: Db | Tx, added: MailToAdd[], requestHash?: Buffer) => {
    const rows = added.map(({ sendAt, ...mail }) => {
      const known = kinds[mail.kind]
      if (!known) throw new Error(`no module writes mails of kind ${mail.kind}`)
      return { ...mail, requestHash, priority: known.priority, nextAttemptAt: sendAt }
    })
    return tx.insert(mails).values(rows)
  }
  const addAll: Mails['addAll'] = async (tx, added) => {
    for (let at = 0; at < added.length; at += AT_ONCE)
      await insert(tx, added.slice(at, at + AT_ONCE))
        // Not nothing: the row stays locked until the caller commits, and so the email tells of what the caller has written.
        .onConflictDoUpdate({
          target: [mails.kind, mails.dedupeKey],
          targetWhere: sql`dedupe_key is not null`,
          set: { nextAttemptAt: sql`least(${mails.nextAttemptAt}, excluded.next_attempt_at)` },
        })
  }
  return {
    addAll,
    add: (tx, mail) => addAll(tx, [mail]),
    async addOnce(tx, mail, requestHash) {
      return (await insert(tx, [mail], requestHash).onConflictDoNothing().returning({ id: mails.id })).length > 0
    },
  }
}

/** What was written before a domain was blocked, and waited to be sent, carries no link to it any more. */
async function withoutBlockedLinks(db: Db, mail: Mail): Promise<Mail> {
  const blocked = await readBlocked(db)
  const text = plainLinks(mail.text, blocked)
  if (text === mail.text) return mail
  return { ...mail, text, subject: plainLinks(mail.subject, blocked), html: plainLinks(mail.html, blocked) }
}

export const mailLane =
  ({ kinds, transport, publicUrl, decide = maySend, clock = () => new Date(), leaseSeconds }: MailOptions) =>
  (surroundings: LaneSurroundings): Lane => {
    const { db } = surroundings
    const domain = new URL(publicUrl).hostname

    const send = async (row: MailRow, lease: Lease): Promise<Outcome<MailEnding>> => {
      const decision = await decide(db, row)
      if (decision.is === 'later') return decision
      if (decision.is === 'never') return { is: 'over', as: 'skipped' }
      if (decision.is === 'fold') {
        const { into } = decision
        return { is: 'over', as: 'folded', also: (tx) => createMails(kinds).add(tx, into) }
      }
      const letter = await kinds[row.kind]?.render(db, { ...row, now: clock() })
      if (!letter) return { is: 'over', as: 'skipped' }
      const mail = await mailOf(letter, { publicUrl, withoutWords: decision.withoutWords })
      lease.check()
      await transport.send(await withoutBlockedLinks(db, mail), `<${row.kind}-${row.id}@${domain}>`)
      return { is: 'over', as: 'sent' }
    }

    const queue = createQueue<ClaimedMail, MailEnding>({
      db,
      table: 'mails',
      columns: sql`user_id as "userId", ticket_id as "ticketId"`,
      // The time of the next attempt becomes the time of the end: how many were folded since when is counted by it.
      ending: (status) => sql`update mails set status = ${status}, next_attempt_at = now(),
        sent_at = ${status === 'sent' ? sql`now()` : sql`null`}, leased_until = null, lease_token = null, payload = '{}', last_error = null`,
      leaseSeconds,
    })
    return createLane(
      {
        queue,
        kinds: Object.keys(kinds),
        slots: MAIL_SLOTS,
        // So that each of them sees how many were sent before it. The address of a guest by name is not in the row.
        inTurnBy: ({ userId, ticketId }) => userId ?? (ticketId === null ? null : 'guests by name'),
        run: send,
      },
      surroundings,
    )
  }
