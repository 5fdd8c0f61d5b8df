// Requests that are refused before anything else handles them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { errorReply } from '../http/errors.ts'

// A page's longest address with every tracking parameter of social networks is under 1 KB, an upload's about 400 bytes;
// what grows faster than its input does little harm up to here.
export const MAX_ADDRESS = 2_048

export function refusals(headers: Record<string, string>) {
  return {
    refusalOf: ({ url = '', headers, httpVersion }: IncomingMessage): ErrorCode | undefined => {
      if (url.length > MAX_ADDRESS) return 'address_too_long'
      return headers.host === undefined && httpVersion === '1.1' ? 'bad_request' : undefined
    },

    refuse: (response: ServerResponse, code: ErrorCode) => {
      const reply = errorReply(new AppError(code))
      const body = JSON.stringify(reply)
      // What may still come with the request is not read.
      response.shouldKeepAlive = false
      response
        .writeHead(reply.statusCode, {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(Buffer.byteLength(body)),
          'cache-control': 'no-store',
          'x-error-code': code,
          'x-request-id': crypto.randomUUID(),
        })
        .end(body)
    },
  }
}
