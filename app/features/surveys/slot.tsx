import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import { SurveysSoon } from './soon.tsx'

/** What guests of an event are asked: a part of the event form. */
export const Surveys = flagged('surveys', { off: SurveysSoon })

export const useHasSurveys = () => useFeature('surveys')
