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
export const passkeyAdded = (passkey: string) => `The passkey ${passkey} was added.`
export const passkeyRemoved = 'The passkey was removed.'
export const passkeyRenamed = (passkey: string) => `The passkey is now called ${passkey}.`
export const passkeyNotSaved = 'The passkey could not be saved. Please try again.'

export const whereLoggedIn = 'Where you’re logged in'
export const aboutSessions = 'If you don’t recognise one of these, end it and change your password.'
export const sessionsNotLoaded = 'Your sessions could not be loaded.'
export const thisDevice = 'This device'
export const endSessionOf = (device: string) => `End the session of ${device}`
export const endAllOthers = 'End all others'
export const isSignedOut = (device: string) => `${device} is signed out.`
export const othersAreSignedOut = 'All other devices are signed out.'
/** What could have been set up there ends with it (server/access/cures.ts). */
export const alsoEnded = 'We’ve also stopped any pending change of address, calendar addresses and push notifications.'
export const passkeysStay = (passkeys: string[]) => `Passkeys stay: ${passkeys.map((name) => `“${name}”`).join(', ')}.`
export const sessionNotEnded = 'The session could not be ended. Please try again.'
