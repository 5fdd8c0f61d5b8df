import { eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { messages } from '../../../contract/messages.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { hashPassword, isPasswordOf } from '../auth/passwords.ts'
import { findAccount } from '../auth/queries.ts'
import { endSessions } from '../auth/sessions.ts'
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
  const proven = await guarded(limits, { account: `user ${user.id}`, ip }, async () => {
    const account = await findAccount(db, user.id)
    return (await isPasswordOf(account, change.currentPassword)) ? account : null
  })
  if (!proven) throw new AppError('current_password_wrong')
  const passwordHash = await hashPassword(change.newPassword)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await endSessions(tx, user.id, { except: user.tokenHash })
  })
  return { message: messages.passwordUpdated }
}
