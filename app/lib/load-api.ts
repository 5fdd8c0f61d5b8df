import type { Client } from '../../contract/client.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { AnyInput, CallOptions } from '../../contract/http-caller.ts'
import { firstViewMessages } from '../../contract/first-view-messages.ts'
import { readStored } from './device-storage.ts'

type Noun = keyof Client

type Calls = Record<string, AnyEndpoint>
type Load = () => Promise<Record<string, Calls>>

const organiser: Load = () => import('./nouns/organiser.ts')
const account: Load = () => import('./nouns/account.ts')
const guest: Load = () => import('./nouns/guest.ts')
const finding: Load = () => import('./nouns/finding.ts')
const moderating: Load = () => import('./nouns/moderating.ts')

// What everybody needs by itself, the rest by who needs it: somebody who only signs in does not download what an organiser
// needs, and the first view does not name thirty files.
const NOUNS: Record<Noun, Load> = {
  auth: () => import('../../contract/auth.ts').then(({ calls }) => ({ auth: calls })),
  users: () => import('../../contract/users.ts').then(({ calls }) => ({ users: calls })),
  events: () => import('../../contract/events.ts').then(({ calls }) => ({ events: calls })),
  tickets: () => import('../../contract/tickets.ts').then(({ calls }) => ({ tickets: calls })),
  geo: () => import('../../contract/geo.ts').then(({ calls }) => ({ geo: calls })),
  door: organiser,
  embeds: organiser,
  guestMessages: organiser,
  guests: organiser,
  insights: organiser,
  storage: organiser,
  team: organiser,
  account,
  contact: account,
  feeds: account,
  notices: account,
  passkeys: account,
  security: account,
  twoFactor: account,
  links: guest,
  places: guest,
  questions: guest,
  waitingList: guest,
  creators: finding,
  favourites: finding,
  featured: finding,
  popular: finding,
  recommended: finding,
  moderationConsole: moderating,
  moderation: moderating,
  reports: moderating,
  review: moderating,
}

/** The caller and the noun at once: one round trip on a phone, not two. */
const load = async (noun: Noun) => {
  try {
    return await Promise.all([import('./api.ts'), NOUNS[noun]()])
  } catch (cause) {
    // Without a network not even the client arrives; the person reads what they would read for any other call.
    throw Object.assign(new ApiError(0, firstViewMessages.networkError), { cause })
  }
}

// They ask whether this browser belongs to the person who signed up. A session that somebody's link opened shows nothing.
const isAboutOwner = (noun: Noun, name: string) =>
  noun === 'links' || name === 'confirmAddress' || name === 'resetPassword'

function readSession(noun: Noun, name: string): string | null {
  const token = readStored('token')
  return isAboutOwner(noun, name) && token === readStored('tokenFromLink') ? null : token
}

async function send(noun: Noun, name: string, given: string | undefined, input: AnyInput & CallOptions = {}) {
  // Read before anything is loaded: a logout forgets the token while its call is in flight.
  const token = given ?? readSession(noun, name)
  const [{ callWith }, nouns] = await load(noun)
  const endpoint = nouns[noun]?.[name]
  if (!endpoint) throw new Error(`The contract has no call ${noun}.${name}.`)
  return callWith(token)(endpoint, input, { signal: input.signal })
}

const callsOf = (noun: Noun, token?: string) =>
  new Proxy({}, { get: (_, name: string) => (input?: AnyInput & CallOptions) => send(noun, name, token, input) })

const clientWith = (token?: string) =>
  Object.fromEntries((Object.keys(NOUNS) as Noun[]).map((noun) => [noun, callsOf(noun, token)])) as Client

const client = clientWith()

/**
 * The API client. Neither zod nor the contract are part of the first view: a call loads its noun on first use. With a
 * token (of an email's link) it calls with that one, no matter who is signed in on the device.
 */
export const loadApi = (token?: string) => Promise.resolve(token === undefined ? client : clientWith(token))
