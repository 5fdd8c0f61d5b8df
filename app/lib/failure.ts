// The one way from an error to a sentence for a person. An error of ours carries a sentence; the text of any other (a
// database's, a bundler's, a browser's) is never shown.
import { ApiError } from '../../contract/api-error.ts'
import type { ErrorCode } from '../../contract/errors.ts'

/** What the browser's side itself has to say to a person; the message is that sentence. */
export class Sentence extends Error {}

/** AppError while rendering on the server (from another copy of the contract, so no instanceof), ApiError in the browser. */
const isForPeople = (error: unknown): error is Error =>
  error instanceof Error && (error instanceof Sentence || error.name === 'ApiError' || error.name === 'AppError')

const NOT_DONE = 'That did not work. Please try again.'
export const NOT_SAVED = 'This could not be saved. Please try again.'

/** Ours, or the one given. */
export const failureSentence = (error: unknown, otherwise = NOT_DONE): string =>
  isForPeople(error) && error.message ? error.message : otherwise

/** Only what the server itself has said; where it did not answer, or gave no reason, the one given. */
export const serverSentence = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status > 0 && error.message ? error.message : otherwise

/** Which refusal it was, whatever its sentence. */
export const isRefusal = (error: unknown, code: ErrorCode): boolean =>
  isForPeople(error) && (error as { code?: string }).code === code

/** 404, 503 …; 0 when no answer came, 500 for a defect. */
export function failureStatus(error: unknown): number {
  if (!isForPeople(error)) return 500
  const { statusCode, status } = error as { statusCode?: number; status?: number }
  return statusCode ?? status ?? 500
}

/** What is not there, or no longer: the same question gets the same answer. */
export const isFinal = (status: number) => [400, 404, 410, 451].includes(status)

/** For what the specification wants in the console, whether or not a sentence is shown: booking, profile, downloads. */
export const logFailure = (what: string, error: unknown) => console.error(`${what} (${failureStatus(error)})`, error)

/** While rendering: what is shown as a sentence must still be found in the log, unless it was meant as a sentence. */
export function logDefect(error: unknown) {
  if (!isForPeople(error)) console.error(error)
}

/** Unknown whether it was done: no response, or the server lost its database in between. */
export const isUncertain = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || (error.status >= 500 && error.status <= 504)
