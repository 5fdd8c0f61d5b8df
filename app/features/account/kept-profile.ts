// What somebody has typed into the account's form stays on the device until it is saved: a session that expires half-way, or
// a reload, loses nothing. For the same account only; signing out removes it.
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import type { Profile } from '../../../contract/users.ts'

export type ProfileFields = Pick<Profile, 'firstName' | 'lastName' | 'phoneNumber' | 'address'>

export const fieldsOf = ({ firstName, lastName, phoneNumber, address }: Profile): ProfileFields => ({
  firstName,
  lastName,
  phoneNumber,
  address,
})

const isSame = (one: ProfileFields, other: ProfileFields) => JSON.stringify(one) === JSON.stringify(other)

const isText = (value: unknown) => typeof value === 'string'

/** Anything that is not a form of ours counts as nothing. */
function fieldsFrom(value: unknown, like: ProfileFields): ProfileFields | null {
  if (typeof value !== 'object' || value === null) return null
  const { firstName, lastName, phoneNumber, address } = value as Partial<ProfileFields>
  const isWhole = [firstName, lastName, phoneNumber].every(isText) && typeof address === 'object' && address !== null
  const parts = Object.keys(like.address) as (keyof ProfileFields['address'])[]
  if (!isWhole || !parts.every((part) => isText(address[part]))) return null
  return fieldsOf({ ...(value as Profile) })
}

/** What this person has typed and not saved; somebody else's is removed. */
export function takeKept(user: Profile): ProfileFields | null {
  try {
    const kept = JSON.parse(readStored('accountForm') ?? 'null') as { userId?: number; fields?: unknown } | null
    if (kept?.userId === user.id) return fieldsFrom(kept.fields, fieldsOf(user))
  } catch {
    // Not ours.
  }
  removeStored('accountForm')
  return null
}

export function keep(user: Profile, fields: ProfileFields) {
  // Without a token they signed out elsewhere, and nothing is stored any more.
  if (isSame(fields, fieldsOf(user))) removeStored('accountForm')
  else if (readStored('token') !== null) store('accountForm', JSON.stringify({ userId: user.id, fields }))
}

export const forgetKept = () => removeStored('accountForm')
