import type { Deps } from '../../deps.ts'
import { removeExpiredSessions } from './sessions.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** Once an hour; the first time when the start is over. Neither keeps the process alive. */
export function sweepExpiredSessions({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const sweep = () => {
    removeExpiredSessions(db, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'could not remove expired sessions'),
    )
  }
  setTimeout(sweep, 2 * MINUTE).unref()
  setInterval(sweep, HOUR).unref()
}
