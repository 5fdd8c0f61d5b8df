import type { Profile } from '../../contract/users.ts'
import { readStored } from '../lib/device-storage.ts'
import { loadApi } from '../lib/load-api.ts'

let underWay: { token: string | null; profile: Promise<Profile> } | undefined

/** Concurrent calls share one request; one for another token is another request. */
export function fetchProfile(): Promise<Profile> {
  const token = readStored('token')
  if (underWay?.token === token) return underWay.profile
  const profile = loadApi()
    .then((api) => api.users.profile())
    .finally(() => {
      if (underWay?.profile === profile) underWay = undefined
    })
  underWay = { token, profile }
  return profile
}

/** Ends when no caller is left, whatever the response. */
export const profileSettled = async () => {
  await underWay?.profile.catch(() => undefined)
}
