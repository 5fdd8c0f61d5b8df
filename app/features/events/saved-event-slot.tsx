import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { readSaved, type SavedEvent } from './saved-event.ts'

// The event is on the list whether or not this comes; a page in its place would hide that.
const SavedEventCard = lazy<ComponentType<{ saved: SavedEvent }>>(() =>
  import('./saved-event-card.tsx').catch(() => ({ default: () => null })),
)

const never = () => () => undefined

/** Above the list, for the one who has just saved an event. The rendered page knows nothing of it. */
export function SavedEventSlot() {
  const location = useLocation()
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const saved = isInBrowser ? readSaved(location.state) : null
  if (!saved) return null
  return (
    <Suspense fallback={null}>
      <SavedEventCard saved={saved} />
    </Suspense>
  )
}
