// What a caller sees of an error. Apart from errors.ts, so that a browser does not load all of its sentences.

/** The header that names an error answer's code. */
export const ERROR_CODE_HEADER = 'x-error-code'

export interface ErrorReply {
  statusCode: number
  error: string
  message: string
}

/** Thrown by the client for an error reply; `status` 0 means no response. */
export class ApiError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** What was refused, in a word that does not change with the sentence; undefined from a server that names none. */
  readonly code: string | undefined

  constructor(status: number, message: string, retryAfterSeconds?: number, code?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
