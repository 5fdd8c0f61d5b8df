// What happens between the browser, its authenticator and our server.
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Assertion, RequestOptions } from '../../../contract/passkeys.ts'
import { loadApi } from '../../lib/load-api.ts'

// Closed by the person, or ended because another one began.
const TAKEN_BACK = new Set(['NotAllowedError', 'AbortError'])

/** Null: cancelled, and no message is needed. */
async function unlessTakenBack<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony
  } catch (error) {
    if (error instanceof Error && TAKEN_BACK.has(error.name)) return null
    throw error
  }
}

const answerTo = async (options: RequestOptions, isSuggestion = false): Promise<Assertion | null> => {
  const ceremony = startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: isSuggestion,
  })
  return unlessTakenBack(ceremony)
}

async function tokenFor(answer: Assertion | null): Promise<string | null> {
  if (!answer) return null
  const api = await loadApi()
  const { access_token: token } = await api.passkeys.signIn({ body: answer })
  return token
}

/** Waits in the email field until a passkey is chosen there, or until somebody leaves. */
export async function suggestPasskey(leaving: AbortSignal): Promise<string | null> {
  if (!(await browserSupportsWebAuthnAutofill()) || leaving.aborted) return null
  // Without the server there is no suggestion; that is no reason to trouble anybody who is typing a password.
  const options = await loadApi()
    .then((api) => api.passkeys.signInOptions())
    .catch(() => null)
  if (!options || leaving.aborted) return null
  leaving.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  // Nor is a browser that would rather not suggest anything; what our server says about a chosen one is shown.
  const answer = await answerTo(options, true).catch(() => null)
  return leaving.aborted ? null : tokenFor(answer)
}

export async function askForPasskey(): Promise<string | null> {
  const api = await loadApi()
  return tokenFor(await answerTo(await api.passkeys.signInOptions()))
}

export async function askForProof(): Promise<Assertion | null> {
  const api = await loadApi()
  return answerTo(await api.passkeys.proofOptions())
}

/** Null: the person has closed the browser's dialog. */
export async function makePasskey(options: object) {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  return unlessTakenBack(startRegistration({ optionsJSON }))
}
