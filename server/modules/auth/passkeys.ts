// The passkeys of an account: listed, added, renamed, removed. Signing in with one: passkey-sign-in.ts.
import { SITE } from '../../../contract/site.ts'
import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { PASSKEYS } from '../../../contract/limits.ts'
import type { Passkey, Registration } from '../../../contract/passkeys.ts'
import { requireProof } from '../../access/proof.ts'
import { isUniqueViolation, type Db, type Tx } from '../../db/client.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { newChallenge, useUp } from './challenges.ts'
import { deviceInWords } from './devices.ts'
import { ALGORITHMS, checkRegistration, getSite } from './passkey-checks.ts'
import { findAccount, lockSession } from './queries.ts'
import { requireProofForSecondStep } from './second-step.ts'

type Row = typeof passkeys.$inferSelect

const toPasskey = ({ id, name, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const findPasskeys = (db: Db | Tx, userId: number): Promise<Row[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))

export const listPasskeys = async ({ db }: Deps, user: SessionUser) => (await findPasskeys(db, user.id)).map(toPasskey)

export const descriptorOf = ({ credentialId, transports }: Row) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

const toAdd = (user: SessionUser) => `add ${user.id} ${user.tokenHash.toString('hex')}`

const requireRoom = (rows: Row[]) => {
  if (rows.length >= PASSKEYS.most) throw new AppError('too_many_passkeys')
}

export async function getAddOptions(deps: Deps, user: SessionUser) {
  await requireProofForSecondStep(deps.db, user, deps.clock())
  const { rpId } = getSite(deps)
  const known = await findPasskeys(deps.db, user.id)
  requireRoom(known)
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return {
    challenge: newChallenge(deps.secrets, toAdd(user), deps.clock()),
    rp: { id: rpId, name: SITE.name },
    // The same for every passkey of the account, so that a device keeps one of them; says nothing about the person.
    user: { id: Buffer.from(`hooley user ${user.id}`).toString('base64url'), name: user.email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: PASSKEYS.timeoutMs,
    attestation: 'none' as const,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

interface NewPasskey {
  name?: string
  passkey: Registration
}

export async function addPasskey(deps: Deps, user: SessionUser, { name, passkey }: NewPasskey, userAgent?: string) {
  await requireProofForSecondStep(deps.db, user, deps.clock())
  const made = await checkRegistration(deps, passkey, toAdd(user))
  if (!made) throw new AppError('passkey_invalid')
  const { challenge, ...key } = made
  // Sent again with its challenge, because the answer was lost: it is there already.
  const isSame = (row: Row) => row.credentialId === key.credentialId && row.publicKey.equals(key.publicKey)
  const insert = async (tx: Tx) => {
    await lockSession(tx, user)
    const present = await findPasskeys(tx, user.id)
    if (!(await useUp(tx, challenge))) {
      const added = present.find(isSame)
      if (!added) throw new AppError('passkey_invalid')
      return toPasskey(added)
    }
    requireRoom(present)
    const [row] = await tx
      .insert(passkeys)
      .values({
        userId: user.id,
        ...key,
        transports: passkey.response.transports ?? [],
        name: name ?? deviceInWords(userAgent),
        createdAt: deps.clock(),
      })
      .returning()
    if (!row) throw new AppError('internal')
    const payload = { change: 'passkey-added', name: row.name }
    await deps.mails.add(tx, { kind: 'security-notice', userId: user.id, payload })
    return toPasskey(row)
  }
  try {
    return await deps.db.transaction(insert)
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credentialId_unique')) throw new AppError('passkey_known')
    throw error
  } finally {
    deps.jobs.nudge()
  }
}

/** The same name again is no change and sends no email. */
export async function renamePasskey(deps: Deps, user: SessionUser, passkeyId: number, name: string): Promise<Passkey> {
  requireProof(user, deps.clock())
  const renamed = await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    const before = (await findPasskeys(tx, user.id)).find(({ id }) => id === passkeyId)
    if (!before) throw new AppError('passkey_not_found')
    if (before.name === name) return before
    await tx.update(passkeys).set({ name }).where(eq(passkeys.id, passkeyId))
    const payload = { change: 'passkey-renamed', name, before: before.name }
    await deps.mails.add(tx, { kind: 'security-notice', userId: user.id, payload })
    return { ...before, name }
  })
  deps.jobs.nudge()
  return toPasskey(renamed)
}

/** With the account's row locked: of two that remove the last two at once, one is refused because it is the last. */
export async function removePasskey(deps: Deps, user: SessionUser, passkeyId: number): Promise<undefined> {
  requireProof(user, deps.clock())
  await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    const rows = await findPasskeys(tx, user.id)
    const row = rows.find(({ id }) => id === passkeyId)
    if (!row) throw new AppError('passkey_not_found')
    const account = await findAccount(tx, user.id)
    const isLastWay = rows.length === 1 && !account?.passwordHash && !account?.googleSubject
    if (isLastWay) throw new AppError('last_way_in')
    await tx.delete(passkeys).where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, user.id)))
    const payload = { change: 'passkey-removed', name: row.name }
    await deps.mails.add(tx, { kind: 'security-notice', userId: user.id, payload })
  })
  deps.jobs.nudge()
}
