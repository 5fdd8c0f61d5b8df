import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { toCardData, type EventCardData } from './card-data.ts'

// A row that can be looked through; See All has the rest.
const ROW = 12

export interface HomeEvents {
  upcoming: EventCardData[]
  /** While their features are on; recommended as to a visitor, of whom nothing is known. */
  popular?: EventCardData[]
  recommended?: EventCardData[]
  problem: string | null
}

const limit = ROW

export async function loadHome(api: Client, features: string[] = []) {
  try {
    const { items } = await api.events.list({ query: { when: 'upcoming', series: 'once', limit } })
    const home: HomeEvents = { upcoming: items.map(toCardData), problem: null }
    if (features.includes('popular')) home.popular = (await api.popular.list({ query: { limit } })).map(toCardData)
    if (features.includes('recommended')) {
      const recommended = await api.recommended.list({ query: { limit } })
      home.recommended = recommended.map((event) => ({ ...toCardData(event), reason: event.reason }))
    }
    return home
  } catch (error) {
    logDefect(error)
    const home: HomeEvents = { upcoming: [], problem: failureSentence(error, firstViewMessages.eventsFailed) }
    return data(home, { status: failureStatus(error) })
  }
}

/** Without a network home says so in its place. */
export async function reloadHome(serverLoader: () => Promise<HomeEvents>): Promise<HomeEvents> {
  try {
    return await serverLoader()
  } catch (error) {
    return { upcoming: [], problem: failureSentence(error, firstViewMessages.eventsFailed) }
  }
}
