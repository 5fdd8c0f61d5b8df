import type { BallotSummary } from '../../../contract/ballots.ts'
import type { Event } from '../../../contract/events.ts'
import { useCall, type Loaded } from '../../data/use-call.ts'

export interface BallotOf {
  loaded: Loaded<BallotSummary>
  reload: () => void
  refresh: () => void
}

/** When the ballot of an event opens and closes, and where its number comes from. */
export const useBallot = ({ id, key }: Pick<Event, 'id' | 'key'>): BallotOf =>
  useCall(`ballot of ${id}`, (api) => api.ballots.ofEvent({ params: { eventId: id }, query: key ? { key } : {} }))
