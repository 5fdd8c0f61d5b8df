import { ButtonLink } from '../../ui/button.tsx'
import { Page, Subtitle } from '../../ui/page.tsx'
import { EventGrid } from './event-grid.tsx'
import { EVENT_LISTS, type EventListName } from './event-lists.ts'
import type { EventListPage } from './load-list.ts'

/** A list screen: title, subtitle, all its cards. */
export function EventList({ name, page }: { name: EventListName; page: EventListPage }) {
  const { title, subtitle } = EVENT_LISTS[name]
  return (
    <Page>
      <h1>{title}</h1>
      <Subtitle>{subtitle}</Subtitle>
      {name === 'all' && <ButtonLink to="/create-event">Create Event</ButtonLink>}
      <EventGrid events={page.events} />
    </Page>
  )
}
