// Passkeys: signing in by what the device holds, unlocked by a finger, a face or a PIN.
import { z } from 'zod'
import { accessToken } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, filled, id, line } from './wire.ts'

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'is not valid')

// As browsers write them (PublicKeyCredential.toJSON); only what is needed, and never longer than any of them is.
const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
}

export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
})

export type Assertion = z.output<typeof assertion>

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

export type Registration = z.output<typeof registration>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})

export type RequestOptions = z.output<typeof requestOptions>

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

export const signInOptions = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'anyone',
  may: 'site.use',
  errors: ['passkeys_unavailable'],
  summary: 'What a browser needs to ask for a passkey',
  reply: requestOptions,
})

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'anyone',
  may: 'site.use',
  errors: ['passkey_failed', 'passkeys_unavailable'],
  summary: 'Sign in with a passkey; it is its own second step',
  body: assertion,
  reply: accessToken,
})

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: dateTime,
  lastUsedAt: dateTime.nullable(),
})

export type Passkey = z.output<typeof passkey>

export const list = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  access: 'member',
  may: 'account.use',
  summary: 'Your passkeys, the oldest first',
  reply: z.array(passkey),
})

export const addOptions = endpoint({
  method: 'POST',
  path: '/users/passkeys/options',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed', 'strong_proof_needed', 'passkeys_unavailable', 'too_many_passkeys'],
  summary: 'What a browser needs to make a passkey',
  reply: creationOptions,
})

export const add = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  access: 'member',
  may: 'account.use',
  errors: [
    'proof_needed',
    'strong_proof_needed',
    'passkeys_unavailable',
    'too_many_passkeys',
    'passkey_invalid',
    'passkey_known',
  ],
  summary: 'Add the passkey that the browser has made',
  headers: idempotencyKey,
  body: z.object({
    /** Absent: the device in words. */
    name: filled(line(TEXT.passkey)).optional(),
    passkey: registration,
  }),
  reply: passkey,
  status: 201,
})

export const rename = endpoint({
  method: 'PUT',
  path: '/users/passkeys/{passkeyId}',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed', 'passkey_not_found'],
  summary: 'Give a passkey another name',
  params: z.object({ passkeyId: id }),
  body: z.object({ name: filled(line(TEXT.passkey)) }),
  reply: passkey,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/users/passkeys/{passkeyId}',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed', 'passkey_not_found', 'last_way_in'],
  summary: 'Remove a passkey',
  params: z.object({ passkeyId: id }),
  reply: z.undefined(),
  status: 204,
})

export const proofOptions = endpoint({
  method: 'POST',
  path: '/users/proof/options',
  access: 'member',
  may: 'account.use',
  errors: ['passkeys_unavailable'],
  whileSuspended: true,
  summary: 'What a browser needs to ask for one of your passkeys, as a proof',
  reply: requestOptions,
})

/** By the names that api.ts and the client use. */
export const calls = { signInOptions, signIn, list, addOptions, add, rename, remove, proofOptions }
