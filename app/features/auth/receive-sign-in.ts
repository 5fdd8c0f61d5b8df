import { messages } from '../../../contract/messages.ts'
import { isRefusal, Sentence, serverSentence } from '../../lib/failure.ts'
import { readStored, store } from '../../lib/device-storage.ts'
import { loadApi } from '../../lib/load-api.ts'

// Anybody can make up the address, and with it the text; a screenful of it helps nobody.
const LONGEST_ERROR = 200

interface Session {
  signIn: (token: string) => Promise<void>
  isSignedIn: boolean
}

/** Google knows them, and the account asks for a code of its app as well. */
export class SecondStepWanted extends Error {}

/** Nobody has proved the address before, and somebody has booked with it. */
export class AnswerWanted extends Error {}

/** An error, a token of ours, a code to exchange, or nothing but an existing session. Throws the text to show. */
export async function receive(query: URLSearchParams, { signIn, isSignedIn }: Session): Promise<void> {
  const error = query.get('error')
  const token = query.get('token')
  const code = query.get('code')
  if (error) throw new Sentence(messages.googleError(error.slice(0, LONGEST_ERROR)))
  if (token && query.get('provider') === 'google') {
    store('tokenFromLink', token)
    return signIn(token).catch(() => {
      throw new Sentence(messages.tokenAuthenticationFailed)
    })
  }
  if (code) return exchange(code, query, signIn)
  if (!isSignedIn) throw new Sentence(messages.googleNothingReceived)
}

/** The session that was here before is replaced, and need not stay in the list of those that are signed in. */
async function endSession(token: string) {
  const api = await loadApi(token)
  // It ends by itself in a month.
  await api.auth.logout().catch(() => undefined)
}

async function exchange(code: string, query: URLSearchParams, signIn: Session['signIn']) {
  try {
    const api = await loadApi()
    const answer = { code, state: query.get('state') ?? '', iss: query.get('iss') ?? undefined }
    const { access_token: token } = await api.auth.googleCallback({ query: answer })
    const before = readStored('token')
    await signIn(token)
    if (before && before !== token) void endSession(before)
  } catch (error) {
    if (isRefusal(error, 'second_step')) throw new SecondStepWanted()
    if (isRefusal(error, 'whose_booking')) throw new AnswerWanted()
    throw new Sentence(serverSentence(error, messages.googleFailed), { cause: error })
  }
}
