/** AppError while rendering on the server (from another copy of the contract, so no instanceof), ApiError in the browser. */
const isForPeople = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'ApiError' || error.name === 'AppError')

/** A sentence written for people is shown as it is; the text of any other error (a database's, a bundler's) never is. */
export const failureSentence = (error: unknown, otherwise: string): string =>
  isForPeople(error) && error.message ? error.message : otherwise

/** 404, 503 …; 0 when no answer came, 500 for a defect. */
export function failureStatus(error: unknown): number {
  if (!isForPeople(error)) return 500
  const { statusCode, status } = error as { statusCode?: number; status?: number }
  return statusCode ?? status ?? 500
}

/** While rendering: what is shown as a sentence must still be found in the log, unless it was meant as a sentence. */
export function logDefect(error: unknown) {
  if (!isForPeople(error)) console.error(error)
}
