import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { messages } from '../../../contract/messages.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { hashPassword, isPasswordOf } from '../auth/passwords.ts'
import { findAccount } from '../auth/queries.ts'
import { changeVerifiedPassword } from '../auth/credentials.ts'
import { guarded } from '../auth/sign-in-guard.ts'
import { toProfile } from './queries.ts'

interface ProfileChange {
  firstName: string
  lastName: string
  phoneNumber?: string | null
  profilePictureUrl?: string | null
}

/** What is not sent stays as it is; null empties it. The email cannot be changed. */
export async function updateProfile({ db }: Deps, user: SessionUser, change: ProfileChange) {
  const { firstName, lastName, phoneNumber, profilePictureUrl } = change
  const [saved] = await db
    .update(users)
    .set({
      firstName,
      lastName,
      phoneNumber: phoneNumber === null ? '' : phoneNumber,
      profilePictureUrl: profilePictureUrl === null ? '' : profilePictureUrl,
    })
    .where(eq(users.id, user.id))
    .returning()
  if (!saved) throw new AppError('unauthorized')
  return toProfile(saved)
}

interface PasswordChange {
  currentPassword: string
  newPassword: string
}

export async function changePassword(deps: Deps, user: SessionUser, change: PasswordChange, ip: string) {
  const { db, limits } = deps
  // Whoever holds a stolen token must not guess the password faster than at the front door.
  const changed = await guarded(limits, { kind: 'change-password', account: user.id, ip }, async () => {
    const account = await findAccount(db, user.id)
    const isRight = await isPasswordOf(account, change.currentPassword)
    if (!isRight || !account?.passwordHash) return null
    const verified = { id: account.id, passwordHash: account.passwordHash }
    const passwordHash = await hashPassword(change.newPassword)
    const isChanged = await db.transaction((tx) => changeVerifiedPassword(tx, verified, passwordHash, user.tokenHash))
    return isChanged || null
  })
  if (!changed) throw new AppError('current_password_wrong')
  return { message: messages.passwordUpdated }
}
