import { data } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import { messages } from '../../../contract/messages.ts'
import { failureSentence, failureStatus, logDefect } from '../../lib/failure.ts'
import { toCardData, type EventCardData } from './card-data.ts'

// A row that can be looked through; See All has the rest.
const ROW = 12

export interface HomeEvents {
  upcoming: EventCardData[]
  problem: string | null
}

export async function loadHome(api: Client) {
  try {
    const { items } = await api.events.list({ query: { when: 'upcoming', limit: ROW } })
    return { upcoming: items.map(toCardData), problem: null } satisfies HomeEvents
  } catch (error) {
    logDefect(error)
    const home: HomeEvents = { upcoming: [], problem: failureSentence(error, messages.eventsFailed) }
    return data(home, { status: failureStatus(error) })
  }
}

/** Without a network home says so in its place. */
export async function reloadHome(serverLoader: () => Promise<HomeEvents>): Promise<HomeEvents> {
  try {
    return await serverLoader()
  } catch (error) {
    return { upcoming: [], problem: failureSentence(error, messages.eventsFailed) }
  }
}
