import { Notice } from '../../ui/message.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EventGrid } from '../events/slot.tsx'
import type { FeaturedPage } from './load-featured.ts'
import * as words from './words.ts'

export function FeaturedList({ page: { events, problem } }: { page: FeaturedPage }) {
  if (problem) return <Notice isError>{problem}</Notice>
  if (events.length > 0) return <EventGrid events={events} />
  return (
    <Notice>
      <p>{words.nothingFeatured}</p>
      <ButtonLink to="/upcoming-events" look="outlined">
        {words.seeWhatComes}
      </ButtonLink>
    </Notice>
  )
}
