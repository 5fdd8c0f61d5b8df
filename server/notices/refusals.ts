// Emails that somebody else causes by typing in an address. Its owner, who may have no account, can refuse all of them
// with one press (RFC 8058).
import { eq } from 'drizzle-orm'
import { addressHash, refusalToken } from '../access/refusal-tokens.ts'
import type { Secrets } from '../access/secrets.ts'
import type { Db } from '../db/client.ts'
import { mailRefusals } from '../db/schema/mail-refusals.ts'
import { addressIn } from '../mail/letter.ts'
import type { MailKind } from '../mail/mail.ts'

/** As "We’ll no longer email you about …" goes on. */
export const REFUSED_WORDS = 'emails that other people ask us to send you'

export const isRefused = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.$count(mailRefusals, eq(mailRefusals.addressHash, hash))) > 0

export async function setRefused(db: Db, addressHash: Buffer, isRefusing: boolean): Promise<void> {
  if (isRefusing) await db.insert(mailRefusals).values({ addressHash }).onConflictDoNothing()
  else await db.delete(mailRefusals).where(eq(mailRefusals.addressHash, addressHash))
}

const hasRefused = async (db: Db, secrets: Secrets, address: string): Promise<boolean> =>
  (await db.$count(mailRefusals, eq(mailRefusals.addressHash, addressHash(secrets, address)))) > 0

/** Adds a refusal link to emails that go to a typed-in address, and skips addresses that have refused. */
export function withRefusalLink(kind: MailKind, secrets: Secrets): MailKind {
  if (!kind.toUnverifiedAddress) return kind
  return {
    ...kind,
    async render(db, row) {
      const letter = await kind.render(db, row)
      if (!letter || (await hasRefused(db, secrets, addressIn(letter)))) return null
      if (kind.toUnverifiedAddress === 'without a link') return letter
      const token = refusalToken(secrets, addressIn(letter))
      return { ...letter, ending: { label: 'Unsubscribe from emails that other people ask us to send', token } }
    },
  }
}
