import { SITE } from '../../contract/site.ts'
import { data, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { hasEnded } from '../../contract/event-status.ts'
import type { Event } from '../../contract/events.ts'
import { cardOfEvent, EventCard, OtherEvents } from '../features/events/slot.tsx'
import { SavedEvents, type SavedCard } from '../features/favourites/saved-events.tsx'
import { useSavedPage } from '../features/favourites/slot.tsx'
import NotFoundPage from './not-found.tsx'
import { settingsContext } from '../lib/page-context.ts'
import { settingsOf } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

// While the feature is off it is one of the other paths.
export const loader = ({ context }: LoaderFunctionArgs) =>
  data(null, { status: context.get(settingsContext).features.includes('favourites') ? 200 : 404 })

export const meta: MetaFunction = (args) => [
  {
    title: settingsOf(args)?.features.includes('favourites')
      ? `Saved Events · ${SITE.name}`
      : `404 Page Not Found · ${SITE.name}`,
  },
  { name: 'robots', content: 'noindex' },
]

const MARKS: Partial<Record<NonNullable<Event['status']>, string>> = { cancelled: 'Cancelled', postponed: 'Postponed' }

const Card: SavedCard = ({ event, now }) => (
  <EventCard
    event={cardOfEvent(event)}
    heading="h2"
    hasEnded={hasEnded(event, now)}
    mark={event.status && MARKS[event.status]}
    isDense
  />
)

export default function SavedPage() {
  if (!useSavedPage()) return <NotFoundPage />
  return (
    <Page>
      <SavedEvents Card={Card} Others={OtherEvents} />
    </Page>
  )
}
