// Booking attempts whose outcome nobody knows, kept on the device: pressing BOOK once more, after a
// reload or on another visit, asks for the same booking and not for a second one.
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import { randomKey } from '../../lib/random-key.ts'

export interface BookingAttempt {
  eventId: number
  numberOfTickets: number
  /** The idempotency key: the server answers a repeated one with the first booking. */
  key: string
}

interface KeptAttempt extends BookingAttempt {
  at: number
}

// By then somebody has looked at My Bookings or at their emails, and a press means a new booking.
export const KEPT_FOR_MS = 24 * 3_600_000
// More than anybody leaves open; what is on the device stays small.
const MOST_KEPT = 20

const isAttempt = (value: unknown): value is KeptAttempt => {
  const { eventId, numberOfTickets, key, at } = (value ?? {}) as Record<keyof KeptAttempt, unknown>
  return (
    typeof eventId === 'number' &&
    typeof numberOfTickets === 'number' &&
    typeof key === 'string' &&
    typeof at === 'number'
  )
}

function readAttempts(now: number): KeptAttempt[] {
  try {
    const stored: unknown = JSON.parse(readStored('bookingAttempts') ?? '[]')
    const attempts = Array.isArray(stored) ? stored.filter(isAttempt) : []
    return attempts.filter(({ at }) => at <= now && now - at < KEPT_FOR_MS)
  } catch {
    return []
  }
}

function writeAttempts(attempts: KeptAttempt[]) {
  if (attempts.length === 0) removeStored('bookingAttempts')
  else store('bookingAttempts', JSON.stringify(attempts.slice(-MOST_KEPT)))
}

/** The attempt that is still open for this event and quantity, or a new one; kept before the first byte is sent. */
export function beginAttempt(eventId: number, numberOfTickets: number, now = Date.now()): BookingAttempt {
  const attempts = readAttempts(now)
  const open = attempts.find((one) => one.eventId === eventId && one.numberOfTickets === numberOfTickets)
  if (open) return open
  const attempt = { eventId, numberOfTickets, key: randomKey(), at: now }
  writeAttempts([...attempts, attempt])
  return attempt
}

/** The answer is known: the next press is a new wish. */
export const endAttempt = ({ key }: BookingAttempt, now = Date.now()) =>
  writeAttempts(readAttempts(now).filter((one) => one.key !== key))
