import type { Client } from '../../contract/client.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { AnyInput, CallOptions } from '../../contract/http-caller.ts'
import { messages } from '../../contract/messages.ts'
import { readStored } from './device-storage.ts'

type Noun = keyof Client

// One file for each noun: somebody who only signs in does not download what an organiser needs.
const NOUNS: Record<Noun, () => Promise<{ calls: Record<string, AnyEndpoint> }>> = {
  auth: () => import('../../contract/auth.ts'),
  users: () => import('../../contract/users.ts'),
  security: () => import('../../contract/security.ts'),
  account: () => import('../../contract/account.ts'),
  twoFactor: () => import('../../contract/two-factor.ts'),
  passkeys: () => import('../../contract/passkeys.ts'),
  events: () => import('../../contract/events.ts'),
  eventStates: () => import('../../contract/event-states.ts'),
  embeds: () => import('../../contract/embeds.ts'),
  favourites: () => import('../../contract/favourites.ts'),
  popular: () => import('../../contract/popular.ts'),
  recommended: () => import('../../contract/recommended.ts'),
  featured: () => import('../../contract/featured.ts'),
  creators: () => import('../../contract/creators.ts'),
  feeds: () => import('../../contract/feeds.ts'),
  team: () => import('../../contract/team.ts'),
  tickets: () => import('../../contract/tickets.ts'),
  guests: () => import('../../contract/guests.ts'),
  guestMessages: () => import('../../contract/guest-messages.ts'),
  waitingList: () => import('../../contract/waiting-list.ts'),
  insights: () => import('../../contract/insights.ts'),
  links: () => import('../../contract/mail-links.ts'),
  notices: () => import('../../contract/notices.ts'),
  places: () => import('../../contract/places.ts'),
  contact: () => import('../../contract/contact.ts'),
  questions: () => import('../../contract/questions.ts'),
  geo: () => import('../../contract/geo.ts'),
  storage: () => import('../../contract/storage.ts'),
  door: () => import('../../contract/door.ts'),
}

/** The caller and the noun at once: one round trip on a phone, not two. */
const load = async (noun: Noun) => {
  try {
    return await Promise.all([import('./api.ts'), NOUNS[noun]()])
  } catch (cause) {
    // Without a network not even the client arrives; the person reads what they would read for any other call.
    throw Object.assign(new ApiError(0, messages.networkError), { cause })
  }
}

async function send(noun: Noun, name: string, given: string | undefined, input: AnyInput & CallOptions = {}) {
  // Read before anything is loaded: a logout forgets the token while its call is in flight.
  const token = given ?? readStored('token')
  const [{ callWith }, { calls }] = await load(noun)
  const endpoint = calls[name]
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
 * token (of a mail's link) it calls with that one, whoever is signed in on the device.
 */
export const loadApi = (token?: string) => Promise.resolve(token === undefined ? client : clientWith(token))
