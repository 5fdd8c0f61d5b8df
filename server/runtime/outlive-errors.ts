// An error that nobody caught is a defect of ours, and must not end everybody's requests. docs/decisions/080 says why.
import type { Logger } from 'pino'
import { throttled } from './throttled.ts'

const LOG_EVERY_MS = 1_000

/** From here on the process ends only on a signal. */
export function outliveErrors(log: Logger, onError: () => void = () => undefined): void {
  const write = throttled<unknown>(LOG_EVERY_MS, (error, leftOut) => {
    const err = error instanceof Error ? error : new Error(`a ${typeof error} was thrown`)
    log.error({ err, leftOut }, 'an error that nobody caught')
  })
  const outlive = (error: unknown) => {
    try {
      onError()
      write(error)
    } catch {
      // There is nobody left to tell.
    }
  }
  process.on('uncaughtException', outlive)
  process.on('unhandledRejection', outlive)
}
