import { formatDate } from '../../../contract/dates.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'

export function passkeyText({ createdAt, lastUsedAt }: Passkey): string {
  const timeZone = browserTimeZone()
  const used = lastUsedAt ? `last used on ${formatDate(lastUsedAt, timeZone)}` : 'not used yet'
  return `Added on ${formatDate(createdAt, timeZone)}, ${used}`
}

export const newNameOf = (passkey: string) => `New name of ${passkey}`
export const renamePasskey = (passkey: string) => `Rename the passkey ${passkey}`
export const removePasskey = (passkey: string) => `Remove the passkey ${passkey}`

export const aboutPasskeys = "Log in with your finger, your face or your device's PIN: no password to type."
export const passkeysNotLoaded = 'Your passkeys could not be loaded.'
export const nameOfPasskey = 'Name of the new passkey (optional)'
export const addPasskey = 'Add a passkey'

export const whereLoggedIn = 'Where you’re logged in'
export const aboutSessions = 'If you don’t recognise one of these, end it and change your password.'
export const sessionsNotLoaded = 'Your sessions could not be loaded.'
export const thisDevice = 'This device'
export const endSessionOf = (device: string) => `End the session of ${device}`
export const endAllOthers = 'End all others'
