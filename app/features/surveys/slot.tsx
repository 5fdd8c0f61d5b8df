import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { ComingPart } from '../../ui/coming-part.tsx'
import type { TicketSurveysProps } from './ticket-surveys.tsx'

const SurveysSoon = () => (
  <ComingPart name="Surveys" items={['Pre-event survey', 'Post-event survey', 'Feedback form']} />
)

/** What guests of an event are asked: a part of the event form. */
export const Surveys = flagged<PartProps>('surveys', {
  on: lazyFace('surveys', () => import('./surveys.tsx')),
  off: SurveysSoon,
})

export const useHasSurveys = () => useFeature('surveys')

/** Stores what was typed in this part of a form and not saved; throws if it is refused. */
export const saveSurveys = async (userId: number, form: string, eventId: number): Promise<void> =>
  (await import('./stored-surveys.ts')).saveAll(userId, form, eventId)

/** The surveys that are open for a booking: on the ticket, and on the page of an email's link. */
export const TicketSurveys = flagged<TicketSurveysProps>('surveys', {
  on: lazyFace('surveys', () => import('./ticket-surveys.tsx')),
  off: () => null,
})
