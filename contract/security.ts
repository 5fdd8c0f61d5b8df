// How an account is kept safe: showing again who one is, and the devices that are signed in.
import { z } from 'zod'
import { browserCookie, givenPassword, secondStepCode } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { assertion } from './passkeys.ts'
import { dateTime } from './wire.ts'

/**
 * google: by signing in there again, which is a fresh sign-in here. email-code: by POST /auth/code, for accounts without a
 * password or a second step.
 */
export const PROOF_WAYS = ['password', 'code', 'passkey', 'google', 'email-code'] as const

export type ProofWay = (typeof PROOF_WAYS)[number]

export const getProof = endpoint({
  method: 'GET',
  path: '/users/proof',
  access: 'member',
  may: 'account.use',
  whileLeaving: true,
  summary: 'How you can confirm that it is you, and until when you have',
  reply: z.object({ ways: z.array(z.enum(PROOF_WAYS)), provedUntil: dateTime.nullable() }),
})

const proof = z
  .object({
    password: givenPassword.optional(),
    code: secondStepCode.optional(),
    passkey: assertion.optional(),
    emailCode: secondStepCode.optional(),
  })
  .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, {
    error: 'Please confirm in one way: with your password, a code or a passkey.',
  })

export type Proof = z.output<typeof proof>

export const prove = endpoint({
  method: 'POST',
  path: '/users/proof',
  access: 'member',
  may: 'account.use',
  errors: ['proof_failed', 'codes_stopped'],
  whileLeaving: true,
  whileSuspended: true,
  summary: 'Confirm that it is you, for the next ten minutes of this session',
  headers: browserCookie,
  body: proof,
  reply: z.object({ provedUntil: dateTime }),
})

export const session = z.object({
  id: z.string(),
  /** In words: 'Firefox on Linux'. */
  device: z.string(),
  firstUsedAt: dateTime,
  /** To the hour. */
  lastUsedAt: dateTime,
  /** Of the place that was shared in this session; null: none was. */
  town: z.string().nullable(),
  isCurrent: z.boolean(),
})

export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'member',
  may: 'account.use',
  summary: 'The devices that are signed in, this one first',
  reply: z.array(session),
})

const ids = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,19}$/, 'must be ids with commas between them')
  .transform((list) => list.split(',').map(Number))
  .optional()

/** Keys and webhooks to keep, by their ids with commas; all others end. */
const kept = z.object({ keepKeys: ids, keepWebhooks: ids })

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/{sessionId}',
  access: 'member',
  may: 'account.use',
  errors: ['session_not_found'],
  whileSuspended: true,
  summary: 'Sign one device out',
  params: z.object({ sessionId: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'is not the id of a session') }),
  query: kept,
  reply: z.undefined(),
  status: 204,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  access: 'member',
  may: 'account.use',
  whileSuspended: true,
  summary: 'Sign all other devices out; keys for other programs and webhooks end unless named',
  query: kept,
  reply: z.undefined(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { getProof, prove, listSessions, endSession, endOtherSessions }
