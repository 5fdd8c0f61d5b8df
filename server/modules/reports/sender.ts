// Who sent a report, as far as it has to be known that it was the same person: a keyed hash of the network it came from, and
// for each thing reported another, so that nobody can read from it who reports what.
import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Secrets } from '../../access/secrets.ts'
import type { Tx } from '../../db/client.ts'
import { reports } from '../../db/schema/moderation.ts'
import { networkOf } from '../../http/network.ts'
import { isAbout, type Reported } from './queries.ts'

export interface Sender {
  ip: string
  userId: number | null
  email: string | null
}

const mac = (secrets: Secrets, purpose: string, text: string) =>
  createHmac('sha256', secrets.keyFor(purpose)).update(text).digest()

/** Of a key that a client has chosen: two people can have chosen the same. */
export const storedKey = (secrets: Secrets, { ip, userId }: Sender, key: string): string =>
  mac(secrets, 'report-keys', JSON.stringify([userId ?? networkOf(ip).near, key])).toString('base64url')

/** The hash of who reported the same thing before from this account, this address or this network; else a new one. */
export async function findSender(tx: Tx, secrets: Secrets, reported: Reported, sender: Sender): Promise<Buffer> {
  const { ip, userId, email } = sender
  const own = mac(secrets, 'report-senders', JSON.stringify([reported, networkOf(ip).near]))
  const isSame = or(
    eq(reports.senderHash, own),
    userId === null ? undefined : eq(reports.reporterId, userId),
    email === null ? undefined : sql`lower(${reports.reporterEmail}) = lower(${email})`,
  )
  const [before] = await tx
    .select({ senderHash: reports.senderHash })
    .from(reports)
    .where(and(isAbout(reported), isNotNull(reports.senderHash), isSame))
    .orderBy(reports.id)
    .limit(1)
  return before?.senderHash ?? own
}
