// Writes an answer whose bytes and headers are ready; only the request's id is its own.
import type { ServerResponse } from 'node:http'
import { PERSONAL } from './edge-policy.ts'
import type { EncodedAnswer } from './prepared-answer.ts'

export function sendEncoded(
  response: ServerResponse,
  status: number,
  answer: EncodedAnswer,
  ifNoneMatch: string | undefined,
  requestId: string,
): number {
  if (ifNoneMatch !== undefined && status === 200 && isKnown(ifNoneMatch, answer.etag)) {
    response.writeHead(304, [...answer.headWithoutBody, 'x-request-id', requestId]).end()
    return 304
  }
  response.writeHead(status, [...answer.head, 'x-request-id', requestId]).end(answer.bytes)
  return status
}

const ABOUT_CACHING = ['cache-control', 'etag']

function sendUnkept(response: ServerResponse, status: number, answer: EncodedAnswer, own: string[]) {
  const head = [...own]
  for (let at = 0; at < answer.head.length; at += 2) {
    const [name = '', value = ''] = answer.head.slice(at, at + 2)
    if (!ABOUT_CACHING.includes(name)) head.push(name, value)
  }
  response.writeHead(status, head).end(answer.bytes)
}

/** The last good answer while a newer one cannot be had: nobody may cache it, and a header says what it is. */
export function sendLastGood(response: ServerResponse, status: number, answer: EncodedAnswer, requestId: string) {
  sendUnkept(response, status, answer, ['cache-control', 'no-store', 'x-hooley-stale', '1', 'x-request-id', requestId])
}

/** The same bytes for somebody with a cookie or a token. */
export function sendPersonal(response: ServerResponse, status: number, answer: EncodedAnswer, requestId: string) {
  sendUnkept(response, status, answer, ['cache-control', PERSONAL, 'x-request-id', requestId])
}

/** A list of tags, any of them perhaps weakened by a proxy; the comparison is the weak one (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
