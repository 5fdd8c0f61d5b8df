import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { cardOfEvent, type EventCardData } from '../events/slot.tsx'

export interface FeaturedPage {
  events: EventCardData[]
  problem: string | null
  /** 404 while the feature is off: there is no such page then. */
  status: number
}

export const failedFeatured = (error: unknown): FeaturedPage => ({
  events: [],
  problem: failureSentence(error, firstViewMessages.eventsFailed),
  status: failureStatus(error),
})

const answered = (page: FeaturedPage) => data(page, { status: page.status })

export async function loadFeatured(api: Client, features: string[]) {
  if (!features.includes('featured')) return answered({ events: [], problem: null, status: 404 })
  try {
    return answered({ events: (await api.featured.list()).map(cardOfEvent), problem: null, status: 200 })
  } catch (error) {
    logDefect(error)
    return answered(failedFeatured(error))
  }
}
