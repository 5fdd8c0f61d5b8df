// OpenID Connect code flow with PKCE, state and nonce. What is needed to recognise the answer travels in a cookie that
// only this browser has and only these two calls receive, so that any instance can finish what another began.
import * as client from 'openid-client'
import { z } from 'zod'
import { AppError } from '../../../contract/errors.ts'
import type { GoogleConfig } from '../../config.ts'

export interface GoogleIdentity {
  subject: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  picture: string
}

export interface ProviderAnswer {
  code: string
  state: string
  /** Who says they answer; some providers send it, and then it must be right. */
  iss?: string
}

export interface Google {
  /** Where to send the browser, and the cookie to send with it. */
  begin(): Promise<{ location: string; cookie: string }>
  finish(answer: ProviderAnswer, cookieHeader: string | undefined): Promise<GoogleIdentity>
  /** The cookie has served. */
  forget: string
}

const COOKIE = 'hooley_google'
const COOKIE_SECONDS = 600
const PROVIDER_SECONDS = 10

const attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })

const claimsOf = z.object({
  sub: z.string().min(1).max(255),
  email: z.string(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
  name: z.string().catch(''),
  picture: z.string().catch(''),
})

function readAttempt(cookieHeader = '') {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookieHeader)?.[1]
  try {
    return attempt.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString()))
  } catch {
    throw new AppError('google_failed')
  }
}

export function createGoogle({ issuer, clientId, clientSecret }: GoogleConfig, publicUrl: string): Google {
  const redirectUri = `${publicUrl}/auth/google/callback`
  const isSecure = publicUrl.startsWith('https:')
  const cookie = (value: string, seconds: number) =>
    `${COOKIE}=${value}; Path=/api/auth/google; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  let discovered: Promise<client.Configuration> | undefined
  const configuration = () => {
    // Only one's own provider on the same machine is spoken to without encryption.
    const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    discovered ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: PROVIDER_SECONDS })
      .catch((error: unknown) => {
        discovered = undefined
        throw error
      })
    return discovered
  }

  return {
    async begin() {
      const verifier = client.randomPKCECodeVerifier()
      const state = client.randomState()
      const nonce = client.randomNonce()
      const location = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const value = Buffer.from(JSON.stringify({ state, nonce, verifier })).toString('base64url')
      return { location: location.href, cookie: cookie(value, COOKIE_SECONDS) }
    },

    async finish({ code, state, iss }, cookieHeader) {
      const begun = readAttempt(cookieHeader)
      const answered = new URL(redirectUri)
      answered.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
      try {
        const tokens = await client.authorizationCodeGrant(await configuration(), answered, {
          expectedState: begun.state,
          expectedNonce: begun.nonce,
          pkceCodeVerifier: begun.verifier,
        })
        const claims = claimsOf.parse(tokens.claims())
        return {
          subject: claims.sub,
          email: claims.email,
          emailVerified: claims.email_verified,
          firstName: claims.given_name || claims.name,
          lastName: claims.family_name,
          picture: claims.picture,
        }
      } catch (cause) {
        throw new AppError('google_failed', { cause })
      }
    },

    forget: cookie('', 0),
  }
}
