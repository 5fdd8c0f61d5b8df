import { ComingPart } from '../../ui/coming-part.tsx'

export const SurveysSoon = () => (
  <ComingPart name="Surveys" items={['Pre-event survey', 'Post-event survey', 'Feedback form']} />
)
