import { Notice } from '../../ui/message.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EventGrid, OtherEvents } from '../events/slot.tsx'
import type { FeaturedPage } from './load-featured.ts'

export function FeaturedList({ page: { events, problem } }: { page: FeaturedPage }) {
  if (problem) return <Notice isError>{problem}</Notice>
  if (events.length > 0) return <EventGrid events={events} />
  return (
    <>
      <Notice>
        <p>Nothing featured right now.</p>
        <ButtonLink to="/upcoming-events">See what’s coming up</ButtonLink>
      </Notice>
      <OtherEvents />
    </>
  )
}
