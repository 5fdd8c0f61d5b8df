import type { ReactNode } from 'react'
import { formOf } from '../../../contract/counted.ts'

export const scanThis = 'Scan this with your authenticator app, then enter the six digits it shows.'
export const qrCode = 'QR code for your authenticator app'
export const onThisDevice = (link: ReactNode) => <>On this device? {link}, or type this key into it:</>
export const openYourApp = 'Open your app'
export const keyCopied = 'Key copied'
export const copyKey = 'Copy key'
export const turnOn = 'Turn on'

export const twoFactor = 'Two-Factor Authentication'
export const aboutTwoFactor = 'A second step when you log in, in case someone learns your password.'
export const notActive = 'Not active yet: logging in doesn’t ask for a second step so far.'
export const switchTwoFactor = (act: string) => `${act} Two-Factor Authentication`

export const yourRecoveryCodes = 'Your recovery codes'
export const keepThem =
  'Keep them somewhere you can reach without your phone. Each one works once, instead of a code from your app. We only show them now.'
export const recoveryCodes = 'Recovery codes'
export const savedThem = 'I’ve saved them'

export const notLoaded = 'This could not be loaded.'
export const itIsOn = (left: string) => `It is on. ${left}`
export const codesLeft = (left: number) =>
  formOf(left, 'One recovery code is left.', `${left} recovery codes are left.`)
export const isOn = 'Two-factor authentication is on.'
export const isOff = 'Two-factor authentication is off.'
export const newRecoveryCodes = 'New recovery codes'
