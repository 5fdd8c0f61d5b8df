import { ApiError } from '../../contract/errors.ts'

/** The server's sentence; null when it gave none, or did not answer at all. */
export const serverMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.status > 0 && error.message ? error.message : null

/** §8: the server's message, else the error's message, else the given sentence. */
export const failureText = (error: unknown, otherwise: string): string =>
  serverMessage(error) ?? ((error instanceof Error && error.message) || otherwise)
