// The way to the first administrator: ADMIN_EMAIL, or a link that is printed at the start. Both work only while there is
// none, and only for a confirmed address.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { HOUR } from '../../../contract/durations.ts'
import type { Secrets } from '../../access/secrets.ts'
import { settings } from '../../db/schema/settings.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findAccount, findAccountByEmail } from '../auth/queries.ts'
import { changeRole, hasAdministrator, lockRoles } from '../moderation/module.ts'

const USED = 'administrator-link-used'

const signatureOf = (secrets: Secrets, issued: string) =>
  createHmac('sha256', secrets.keyFor('first-administrator')).update(issued).digest()

/** What was printed, and when. Nothing is stored for it before it is used. */
function issuedAt(secrets: Secrets, token: string): number | null {
  const [issued = '', signature = ''] = token.split('.')
  const [given, ours] = [Buffer.from(signature, 'base64url'), signatureOf(secrets, issued)]
  return given.length === ours.length && timingSafeEqual(given, ours) ? Number(issued) : null
}

async function requireUnused(tx: Tx, issued: number) {
  const [used] = await tx.select().from(settings).where(eq(settings.name, USED))
  // Of several instances each has printed one: the first that is used ends them all.
  if ((await hasAdministrator(tx)) || issued <= Number(used?.value ?? 0))
    throw new AppError('administrator_link_invalid')
}

export async function claimAdministrator(deps: Deps, user: SessionUser, token: string) {
  const at = deps.clock()
  const issued = issuedAt(deps.secrets, token)
  if (issued === null || issued > at.getTime() || at.getTime() - issued > HOUR)
    throw new AppError('administrator_link_invalid')
  await deps.db.transaction(async (tx) => {
    await lockRoles(tx)
    await requireUnused(tx, issued)
    const account = await findAccount(tx, user.id)
    if (!account?.emailConfirmedAt) throw new AppError('address_unconfirmed')
    await changeRole(tx, { email: account.email, role: 'administrator', actorId: null, at })
    const value = String(at.getTime())
    await tx
      .insert(settings)
      .values({ name: USED, value })
      .onConflictDoUpdate({ target: settings.name, set: { value } })
  })
  deps.jobs.nudge()
  return { role: 'administrator' as const }
}

/** Every minute, and at the start: accounts are confirmed in several ways, and none of them has to know of this one. */
export async function promoteAdministrator({ db, config: { adminEmail }, clock }: Deps): Promise<void> {
  if (!adminEmail) return
  await db.transaction(async (tx) => {
    await lockRoles(tx)
    if (await hasAdministrator(tx)) return
    const account = await findAccountByEmail(tx, adminEmail)
    if (!account?.emailConfirmedAt) return
    await changeRole(tx, { email: account.email, role: 'administrator', actorId: null, at: clock() })
  })
}

/** For the console, while there is no administrator; null: there is one, or ADMIN_EMAIL says who becomes one. */
export async function administratorSentence({ db, config, secrets, clock }: Deps): Promise<string | null> {
  if (await db.transaction((tx) => hasAdministrator(tx))) return null
  if (config.adminEmail)
    return 'There is no administrator yet: the account of ADMIN_EMAIL becomes one within a minute of confirming its address.'
  const issued = String(clock().getTime())
  const token = `${issued}.${signatureOf(secrets, issued).toString('base64url')}`
  return `There is no administrator yet: log in, confirm your address, and open ${config.publicUrl}/moderation/first-administrator/${token} within an hour.`
}
