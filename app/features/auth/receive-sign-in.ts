import { messages } from '../../../contract/messages.ts'
import { serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'

// Anybody can make up the address, and with it the text; a screenful of it helps nobody.
const LONGEST_ERROR = 200

interface Session {
  signIn: (token: string) => Promise<void>
  isSignedIn: boolean
}

/** An error, a token of ours, a code to exchange, or nothing but an existing session. Throws the text to show. */
export async function receive(query: URLSearchParams, { signIn, isSignedIn }: Session): Promise<void> {
  const error = query.get('error')
  const token = query.get('token')
  const code = query.get('code')
  if (error) throw new Error(messages.googleError(error.slice(0, LONGEST_ERROR)))
  if (token && query.get('provider') === 'google') {
    return signIn(token).catch(() => {
      throw new Error(messages.tokenAuthenticationFailed)
    })
  }
  if (code) return exchange(code, query, signIn)
  if (!isSignedIn) throw new Error(messages.googleNothingReceived)
}

async function exchange(code: string, query: URLSearchParams, signIn: Session['signIn']) {
  try {
    const api = await loadApi()
    const answer = { code, state: query.get('state') ?? '', iss: query.get('iss') ?? undefined }
    const { access_token: token } = await api.auth.googleCallback({ query: answer })
    await signIn(token)
  } catch (error) {
    throw new Error(serverSentence(error, messages.googleFailed), { cause: error })
  }
}
