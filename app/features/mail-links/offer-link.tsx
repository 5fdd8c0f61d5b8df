import { ButtonLink } from '../../ui/button.tsx'
import { LinkCard } from './link-card.tsx'
import type { LinkProps } from './link-props.ts'

/** What can be done with an offer comes with the waiting list's calls. */
export const OfferLink = ({ state: { event } }: Pick<LinkProps<'offer'>, 'state'>) => (
  <LinkCard event={event} what="Waiting list">
    <ButtonLink to={`/events/${event.id}`}>See the event</ButtonLink>
  </LinkCard>
)
