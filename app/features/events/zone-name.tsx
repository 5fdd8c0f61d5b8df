import { useSyncExternalStore } from 'react'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { zoneShortName } from '../../lib/dates.ts'

// The device's zone is known after hydration only; it does not change while a page is open.
const subscribe = () => () => undefined

/** Follows a time: the zone's short name, where the viewer's zone is another than the event's. */
export function ZoneName({ at, timeZone }: { at: string; timeZone: string }) {
  const viewerZone = useSyncExternalStore(subscribe, browserTimeZone, () => null)
  if (!viewerZone || !at || viewerZone === timeZone) return null
  return <> {zoneShortName(at, timeZone)}</>
}
