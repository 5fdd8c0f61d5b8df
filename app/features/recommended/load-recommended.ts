import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { cardOfEvent, type EventCardData } from '../events/slot.tsx'

export interface RecommendedPage {
  /** As to a visitor of whom nothing is known. */
  recommended: EventCardData[]
  problem: string | null
}

export async function loadRecommended(api: Client) {
  try {
    const events = await api.recommended.list()
    const recommended = events.map((event) => ({ ...cardOfEvent(event), reason: event.reason }))
    return { recommended, problem: null } satisfies RecommendedPage
  } catch (error) {
    logDefect(error)
    const page: RecommendedPage = { recommended: [], problem: failureSentence(error, firstViewMessages.eventsFailed) }
    return data(page, { status: failureStatus(error) })
  }
}
