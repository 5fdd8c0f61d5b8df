// Reads the bytes of an upload into one buffer of a known size, and gives up on a sender that is too slow.
import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '../../contract/errors.ts'

export interface Pace {
  windowMs: number
  /** Fewer in a window, and the sender is cut off. */
  minBytes: number
}

// 16 KB a second: a third of what 5 MB within the two minutes of a request need.
export const PACE: Pace = { windowMs: 10_000, minBytes: 160_000 }

interface Limits {
  maxBytes: number
  /** What to say when more comes. */
  tooLong: ErrorCode
  pace?: Pace
}

export function readBody(raw: IncomingMessage, { maxBytes, tooLong, pace = PACE }: Limits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Taken at once: chunks that are joined at the end are in memory twice.
    const whole = Buffer.allocUnsafeSlow(maxBytes)
    let size = 0
    let sizeBefore = 0
    const watch = setInterval(() => {
      if (size - sizeBefore < pace.minBytes) refuse('request_timeout')
      sizeBefore = size
    }, pace.windowMs)
    const end = () => {
      clearInterval(watch)
      raw.off('data', take)
    }
    const refuse = (code: ErrorCode, cause?: unknown) => {
      end()
      // What still comes is thrown away; cutting the line would lose the answer.
      raw.resume()
      reject(new AppError(code, { cause }))
    }
    const take = (chunk: Buffer) => {
      if (size + chunk.length > maxBytes) return refuse(tooLong)
      chunk.copy(whole, size)
      size += chunk.length
    }
    raw.on('data', take)
    raw.on('end', () => {
      end()
      resolve(whole.subarray(0, size))
    })
    raw.on('error', (cause) => refuse('bad_request', cause))
    raw.on('close', () => refuse('bad_request'))
  })
}
