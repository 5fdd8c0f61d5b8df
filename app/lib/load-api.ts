import type { Client } from '../../contract/client.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { AnyInput, CallOptions } from '../../contract/http-caller.ts'
import { firstViewMessages } from '../../contract/first-view-messages.ts'
import { readStored } from './device-storage.ts'
import { loadNoun, type Noun } from './nouns.ts'

/** Without a network not even the code arrives; the person reads what they would read for any other call. */
export const arrived = <T>(code: Promise<T>): Promise<T> =>
  code.catch((cause: unknown) => {
    throw Object.assign(new ApiError(0, firstViewMessages.networkError), { cause })
  })

/** The caller and the noun at once: one round trip on a phone, not two. */
const load = (noun: Noun) => arrived(Promise.all([import('./api.ts'), loadNoun(noun)]))

// They ask whether this browser belongs to the person who signed up. A session that somebody's link opened shows nothing.
const isAboutOwner = (noun: Noun, name: string) =>
  noun === 'links' || ['confirmAddress', 'resetPassword', 'verifyCode'].includes(name)

function readSession(noun: Noun, name: string): string | null {
  const token = readStored('token')
  return isAboutOwner(noun, name) && token === readStored('tokenFromLink') ? null : token
}

async function send(noun: Noun, name: string, given: string | undefined, input: AnyInput & CallOptions = {}) {
  // Read before anything is loaded: a logout forgets the token while its call is in flight.
  const token = given ?? readSession(noun, name)
  const [{ callWith }, calls] = await load(noun)
  const endpoint = calls[name]
  if (!endpoint) throw new Error(`The contract has no call ${noun}.${name}.`)
  return callWith(token)(endpoint, input, { signal: input.signal })
}

const callsOf = (noun: Noun, token?: string) =>
  new Proxy({}, { get: (_, name: string) => (input?: AnyInput & CallOptions) => send(noun, name, token, input) })

const clientWith = (token?: string) => new Proxy({}, { get: (_, noun: Noun) => callsOf(noun, token) }) as Client

const client = clientWith()

/**
 * The API client. Neither zod nor the contract are part of the first view: a call loads its noun on first use. With a
 * token (of an email's link) it calls with that one, no matter who is signed in on the device.
 */
export const loadApi = (token?: string) => Promise.resolve(token === undefined ? client : clientWith(token))
