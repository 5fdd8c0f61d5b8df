// The second step at sign-in: an authenticator app, with recovery codes for the day when the phone is gone.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { secondStepCode } from './auth.ts'

export const get = endpoint({
  method: 'GET',
  path: '/users/two-factor',
  access: 'member',
  may: 'account.use',
  feature: 'two-factor',
  summary: 'Whether signing in takes a code of an authenticator app',
  reply: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() }),
})

export const begin = endpoint({
  method: 'POST',
  path: '/users/two-factor',
  access: 'member',
  may: 'account.use',
  feature: 'two-factor',
  errors: ['proof_needed', 'two_factor_on'],
  summary: 'Begin: a secret for the app; nothing changes until a code confirms it',
  reply: z.object({
    /** To be typed, in base32. */
    secret: z.string(),
    /** To be shown as a QR code: otpauth://… */
    uri: z.string(),
  }),
})

const codes = z.object({
  /** Shown this once. */
  recoveryCodes: z.array(z.string()),
})

export const confirm = endpoint({
  method: 'POST',
  path: '/users/two-factor/confirm',
  access: 'member',
  may: 'account.use',
  feature: 'two-factor',
  errors: ['proof_needed', 'two_factor_on', 'two_factor_not_begun', 'code_wrong'],
  summary: 'Switch it on with a first code of the app',
  body: z.object({ code: secondStepCode }),
  reply: codes,
})

export const renewCodes = endpoint({
  method: 'POST',
  path: '/users/two-factor/recovery-codes',
  access: 'member',
  may: 'account.use',
  feature: 'two-factor',
  errors: ['proof_needed', 'strong_proof_needed', 'two_factor_not_begun'],
  summary: 'Ten new recovery codes; those from before end',
  reply: codes,
})

export const end = endpoint({
  method: 'DELETE',
  path: '/users/two-factor',
  access: 'member',
  may: 'account.use',
  feature: 'two-factor',
  errors: ['proof_needed', 'strong_proof_needed'],
  summary: 'Switch it off, after a code, a recovery code or a passkey',
  reply: z.undefined(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { get, begin, confirm, renewCodes, end }
