import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { cardOfEvent, type EventCardData } from '../events/slot.tsx'

export interface PopularPage {
  popular: EventCardData[]
  /** False: nothing is, and these are the next by date. */
  isPopular: boolean
  problem: string | null
}

export const failedPopular = (error: unknown): PopularPage => ({
  popular: [],
  isPopular: true,
  problem: failureSentence(error, firstViewMessages.eventsFailed),
})

export async function loadPopular(api: Client) {
  try {
    const events = await api.popular.list()
    const isPopular = events[0]?.isPopular ?? true
    return { popular: events.map(cardOfEvent), isPopular, problem: null } satisfies PopularPage
  } catch (error) {
    logDefect(error)
    return data(failedPopular(error), { status: failureStatus(error) })
  }
}
