import { AppError } from '../../contract/errors.ts'
import type { Db, Tx } from '../db/client.ts'
import { blockedDomains as table } from '../db/schema/moderation.ts'
import { blockedDomains, blockedIn, type BlockedDomains } from './domains.ts'
import { linkTargetsOf } from './link-targets.ts'

export async function readBlocked(db: Db | Tx): Promise<BlockedDomains> {
  const rows = await db.select({ domain: table.domain }).from(table)
  return blockedDomains(rows.map(({ domain }) => domain))
}

/** For whatever strangers will read or be mailed. Text without a link costs nothing. */
export async function requireNoBlockedLink(db: Db | Tx, texts: readonly (string | null | undefined)[]): Promise<void> {
  const hosts = texts.flatMap((text) => (text ? linkTargetsOf(text).map(({ host }) => host) : []))
  if (hosts.length === 0) return
  const blocked = await readBlocked(db)
  for (const host of hosts) {
    const domain = blockedIn(host, blocked)
    if (domain) throw new AppError('blocked_link', { values: { domain } })
  }
}
