import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { ComingPart } from '../../ui/coming-part.tsx'

const SurveysSoon = () => (
  <ComingPart name="Surveys" items={['Pre-event survey', 'Post-event survey', 'Feedback form']} />
)

/** What guests of an event are asked: a part of the event form. */
export const Surveys = flagged<PartProps>('surveys', { off: SurveysSoon })

export const useHasSurveys = () => useFeature('surveys')
