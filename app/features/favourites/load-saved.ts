import type { Client } from '../../../contract/client.ts'
import type { Event } from '../../../contract/events.ts'
import { readDevice } from './device-favourites.ts'

/** Of the account, or without one those whose ids are on the device: next first, what is over last. */
export async function loadSaved(api: Client, isMember: boolean): Promise<Event[]> {
  if (isMember) return api.favourites.list()
  const ids = readDevice()
  if (ids.length === 0) return []
  const { items } = await api.events.list({ query: { ids: ids.join(',') } })
  return items
}
