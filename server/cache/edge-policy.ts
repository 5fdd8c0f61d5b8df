// EDGE_CACHE=on: what caches that many people share (a CDN, Varnish) may keep of public answers, and under which keys it can
// be taken away again. What has no keys they may not keep at all: nobody could take it back.
import type { IncomingHttpHeaders } from 'node:http'
import type { Made } from './prepared-answer.ts'

// A second, and one more while a newer one is fetched: a change that no purge tells of shows within two. Browsers ask every
// time. No stale-if-error: a cache that kept an answer for longer might show what has been withdrawn.
const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
/** For whatever somebody's cookie or token has to do with. */
export const PERSONAL = 'private, no-store'
// Varnish takes 8 KB for a line of a header, nginx 4 to 8 for all of them.
const MAX_KEYS_LENGTH = 3_000

/** An answer to somebody rather than to everybody, whatever is in it. */
export const isPersonal = ({ cookie, authorization }: IncomingHttpHeaders) =>
  cookie !== undefined || authorization !== undefined

/** The same for browsers, and nothing for those who share. */
export function unshared(cacheControl: string): string {
  if (/\bno-store\b/.test(cacheControl)) return PERSONAL
  const parts = cacheControl.split(/\s*,\s*/).filter((part) => part && !/^(public|private$|s-maxage)/.test(part))
  return ['private', ...(parts.length > 0 ? parts : ['no-cache'])].join(', ')
}

/** Pages, feeds and embeds that are made of events; an answer that differs by token (a call's) is not among them. */
function isForEverybody({ status, headers, tags }: Made, keys: string) {
  const isPublic = /\bpublic\b/.test(headers['cache-control'] ?? '') && !/authorization/i.test(headers.vary ?? '')
  return status === 200 && isPublic && tags.length > 0 && keys.length <= MAX_KEYS_LENGTH
}

export function withEdgeHeaders(made: Made): Made {
  const keys = [...new Set(made.tags)].join(' ')
  const headers: Record<string, string> = isForEverybody(made, keys)
    ? { 'cache-control': SHARED, 'surrogate-key': keys }
    : { 'cache-control': unshared(made.headers['cache-control'] ?? '') }
  return { ...made, headers: { ...made.headers, ...headers } }
}
