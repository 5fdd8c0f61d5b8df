// What a browser and its authenticator say about a passkey, checked by a library that is loaded on first use: it takes a
// quarter of a second, which no start of the server should wait for.
import { isIP } from 'node:net'
import { AppError } from '../../../contract/errors.ts'
import type { Assertion, Registration } from '../../../contract/passkeys.ts'
import type { Deps } from '../../deps.ts'
import { isOurs, type Purpose } from './challenges.ts'

const load = () => import('@simplewebauthn/server')

/** ES256, EdDSA and RS256: what phones, keys and Windows make. */
export const ALGORITHMS = [-7, -8, -257]

export interface Site {
  /** Passkeys belong to a host name; they are made and used there alone. */
  rpId: string
  origin: string
}

/** Browsers do not allow passkeys on bare IP addresses. */
export function getSite({ config }: Pick<Deps, 'config'>): Site {
  const { hostname, origin } = new URL(config.publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new AppError('passkeys_unavailable')
  return { rpId: hostname, origin }
}

export interface StoredKey {
  credentialId: string
  publicKey: Buffer
  counter: number
}

/** The challenge that was answered; null where anything about it is not right. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const isExpected =
  ({ secrets, clock }: Deps, purpose: Purpose) =>
  (challenge: string) =>
    isOurs(secrets, challenge, purpose, clock())

/** The reason is not revealed: the library throws a different error for each. */
async function checked<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}

export async function checkAssertion(deps: Deps, given: Assertion, stored: StoredKey, purpose: Purpose) {
  const { rpId, origin } = getSite(deps)
  const challenge = challengeOf(given.response.clientDataJSON)
  if (!challenge || given.id !== stored.credentialId) return null
  const { verifyAuthenticationResponse } = await load()
  const result = await checked(() =>
    verifyAuthenticationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: isExpected(deps, purpose),
      expectedOrigin: origin,
      expectedRPID: rpId,
      // A possession unlocked by a fingerprint or a PIN: two factors in one.
      requireUserVerification: true,
      credential: { id: stored.credentialId, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
    }),
  )
  return result?.verified ? { challenge, counter: result.authenticationInfo.newCounter } : null
}

export async function checkRegistration(deps: Deps, given: Registration, purpose: Purpose) {
  const { rpId, origin } = getSite(deps)
  const challenge = challengeOf(given.response.clientDataJSON)
  if (!challenge) return null
  const { verifyRegistrationResponse } = await load()
  const result = await checked(() =>
    verifyRegistrationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: isExpected(deps, purpose),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!result?.verified || !result.registrationInfo) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { challenge, credentialId: id, publicKey: Buffer.from(publicKey), counter }
}
