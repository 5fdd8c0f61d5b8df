// What an organiser types about a ballot, before and after the event is saved.
import type { BallotSummary } from '../../../contract/ballots.ts'
import { toLocalInput } from '../../../contract/zoned-time.ts'
import { loadApi } from '../../lib/load-api.ts'
import { keepDraft, readDraft } from '../../session/part-drafts.ts'

export const PART = 'ballot'

/** Times as a datetime-local input holds them. */
export interface TypedBallot {
  opensAt: string
  closesAt: string
  numberAt: string
  mostSeats: string
  kind: 'draw' | 'drand'
  name: string
}

export const NEW_BALLOT: TypedBallot = {
  opensAt: '',
  closesAt: '',
  numberAt: '',
  mostSeats: '2',
  kind: 'draw',
  name: '',
}

export const toTyped = (ballot: BallotSummary, timeZone: string): TypedBallot => ({
  opensAt: toLocalInput(new Date(ballot.opensAt), timeZone),
  closesAt: toLocalInput(new Date(ballot.closesAt), timeZone),
  numberAt: toLocalInput(new Date(ballot.numberAt), timeZone),
  mostSeats: String(ballot.mostSeats),
  kind: ballot.source.kind,
  name: ballot.source.kind === 'draw' ? ballot.source.name : '',
})

export function isTyped(value: unknown): value is TypedBallot {
  const typed = (value ?? {}) as Record<string, unknown>
  return (
    (typed.kind === 'draw' || typed.kind === 'drand') &&
    ['opensAt', 'closesAt', 'numberAt', 'mostSeats', 'name'].every((field) => typeof typed[field] === 'string')
  )
}

export const putBallot = async (eventId: number, typed: TypedBallot) => {
  const { opensAt, closesAt, numberAt: at, mostSeats, kind, name } = typed
  const source = kind === 'draw' ? { kind, name, at } : { kind, at }
  const body = { opensAt, closesAt, mostSeats: Number(mostSeats), source }
  return (await loadApi()).ballots.set({ params: { eventId }, body })
}

export async function saveBallot(userId: number, form: string, eventId: number): Promise<void> {
  const typed = readDraft(userId, form, PART)
  if (!isTyped(typed)) return
  await putBallot(eventId, typed)
  keepDraft(userId, form, PART, null)
}
