// EDGE_CACHE=on: what a shared cache (a CDN, Varnish) may keep of public responses.
import type { IncomingHttpHeaders } from 'node:http'
import type { Made } from './prepared-answer.ts'

// A second, and one more while a newer one is fetched: a change shows within two. Browsers ask every time. No stale-if-error: a cache that kept an answer for longer might show what has been withdrawn.
const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
/** For everything that depends on a cookie or token. */
export const PERSONAL = 'private, no-store'

/** A response to one person, whatever is in it. */
export const isPersonal = ({ cookie, authorization }: IncomingHttpHeaders) =>
  cookie !== undefined || authorization !== undefined

/** The same for browsers, and nothing for shared caches. */
export function unshared(cacheControl: string): string {
  if (/\bno-store\b/.test(cacheControl)) return PERSONAL
  const parts = cacheControl.split(/\s*,\s*/).filter((part) => part && !/^(public|private$|s-maxage)/.test(part))
  return ['private', ...(parts.length > 0 ? parts : ['no-cache'])].join(', ')
}

/** Pages, feeds and embeds that are made of events; an answer that differs by token (a call's) is not among them. */
function isForEverybody({ status, headers, tags }: Made) {
  const isPublic = /\bpublic\b/.test(headers['cache-control'] ?? '') && !/authorization/i.test(headers.vary ?? '')
  return status === 200 && isPublic && tags.length > 0
}

export function withEdgeHeaders(made: Made): Made {
  const cacheControl = isForEverybody(made) ? SHARED : unshared(made.headers['cache-control'] ?? '')
  return { ...made, headers: { ...made.headers, 'cache-control': cacheControl } }
}
