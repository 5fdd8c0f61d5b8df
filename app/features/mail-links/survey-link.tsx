import { TicketSurveys } from '../surveys/slot.tsx'
import { LinkCard } from './link-card.tsx'
import type { LinkProps } from './link-props.ts'
import * as words from './words.tsx'

/** What the organiser asks, without signing in. */
export function SurveyLink({ token, state: { event, ticketId } }: LinkProps<'survey'>) {
  return (
    <LinkCard event={event} what="Survey">
      <TicketSurveys ticketId={ticketId} timeZone={event.timeZone} token={token} otherwise={words.noSurveyOpen} />
    </LinkCard>
  )
}
