import { useFeature } from '../../lib/settings.ts'

/** Whether events can take place again and again. */
export const useHasSeries = () => useFeature('series')
