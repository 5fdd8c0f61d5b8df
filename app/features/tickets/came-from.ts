// Where a booking came from: read when it is made, from what the browser knows anyway. Nothing is kept, and nothing is sent
// of pages that somebody only looked at.
import type { CallInput } from '../../../contract/endpoint.ts'
import type { bookTickets } from '../../../contract/tickets.ts'

export type CameFrom = NonNullable<CallInput<typeof bookTickets>['body']['cameFrom']>

const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const

export interface Landing {
  /** The address that the page was opened with. */
  url: string
  referrer: string
}

/** Back from signing in elsewhere: that site is not the source of the visit. */
const SIGN_IN_RETURN = /^\/auth\//

export function cameFromOf({ url, referrer }: Landing): CameFrom | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname, searchParams, hostname } = new URL(url)
  if (SIGN_IN_RETURN.test(pathname)) return undefined
  const found: CameFrom = {}
  const from = URL.canParse(referrer) ? new URL(referrer) : null
  if (from && /^https?:$/.test(from.protocol) && from.hostname !== hostname) found.site = from.hostname
  for (const name of UTM) {
    const value = searchParams.get(`utm_${name}`)?.slice(0, 200)
    if (value) found[name] = value
  }
  return Object.keys(found).length > 0 ? found : undefined
}

export function cameFrom(): CameFrom | undefined {
  const [opened] = performance.getEntriesByType('navigation')
  return cameFromOf({ url: opened?.name ?? location.href, referrer: document.referrer })
}
