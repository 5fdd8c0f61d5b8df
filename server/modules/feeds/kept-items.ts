// What feeds tell of events, as it was made before: the writers remember what they have written of each of these objects.
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { KnownItems } from '../events/module.ts'
import { itemOf, type FeedItem } from './items.ts'

// Two large feeds and a few small ones; at some 2.5 KB each, with what was written of them, 5 MB.
export const MOST = 2_000

type Address = Pick<Config, 'publicUrl' | 'calendarDomain'>

export function keepItems(address: Address): KnownItems<FeedItem> {
  const items = new Map<string, FeedItem>()
  const put = (key: string, item: FeedItem) => {
    // What was asked for last is the last that goes.
    items.delete(key)
    items.set(key, item)
  }
  return {
    find(key) {
      const item = items.get(key)
      if (item) put(key, item)
      return item
    },
    make(key, row) {
      const item = itemOf(row, address)
      put(key, item)
      const { value: oldest = '' } = items.keys().next()
      if (items.size > MOST) items.delete(oldest)
      return item
    },
  }
}

// One for each installation; tests have several.
const kept = new WeakMap<Deps['config'], KnownItems<FeedItem>>()

export function keptItems({ config }: Deps): KnownItems<FeedItem> {
  const items = kept.get(config) ?? keepItems(config)
  kept.set(config, items)
  return items
}
