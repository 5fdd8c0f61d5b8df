// When the ledger next has something to do.
import { LAST_HOUR, NOTHING_FREE, SAVED_UNTIL } from './answer-times.ts'
import { isPending, type Ledger } from './ledger.ts'

export function dueAt(ledger: Ledger, now: Date): Date | null {
  const { event, entries, returns, hasOthers, hasStandby } = ledger
  const beforeStart = (ms: number) => event.startTime.getTime() - ms
  const isSaving = entries.some(({ saved }) => saved > 0)
  const isWaitedFor = entries.length > 0 || hasOthers
  const moments = [
    ...entries.flatMap(({ offer }) => (offer ? [offer.expiresAt.getTime()] : [])),
    // With nobody waiting, seats that were given back are everybody's already: a room that is given back and booked without
    // a pause would have something due at every moment.
    ...(isWaitedFor ? returns.filter(isPending).map(({ undoUntil }) => undoUntil.getTime()) : []),
    ...(event.bookingClosesAt && isWaitedFor ? [event.bookingClosesAt.getTime()] : []),
    ...(isSaving ? [beforeStart(SAVED_UNTIL)] : []),
    // Those on standby hold nothing, and are notified of last places alone.
    ...(hasStandby ? [beforeStart(LAST_HOUR), beforeStart(0)] : []),
    // The last one is for book_places, which looks for entries only while something is due.
    ...(isWaitedFor ? [beforeStart(NOTHING_FREE), beforeStart(LAST_HOUR), beforeStart(0)] : []),
  ].filter((moment) => moment > now.getTime())
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}
