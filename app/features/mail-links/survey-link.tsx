import { TicketSurveys } from '../surveys/slot.tsx'
import { LinkCard } from './link-card.tsx'
import type { LinkProps } from './link-props.ts'

/** What the organiser asks, without signing in. */
export function SurveyLink({ token, state: { event, ticketId } }: LinkProps<'survey'>) {
  return (
    <LinkCard event={event} what="Survey">
      <TicketSurveys
        ticketId={ticketId}
        timeZone={event.timeZone}
        token={token}
        otherwise="There is no survey open now."
      />
    </LinkCard>
  )
}
