// What an organiser does with a series. What visitors see of it: app/features/series-page.
import { lazy } from 'react'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import type { NewSeriesInput } from '../../../contract/series.ts'
import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import type { RepeatsOfDateProps, RepeatsProps, SaveDialogProps, SeriesSectionProps } from './props.ts'

/** Whether events can take place again and again. */
export const useHasSeries = () => useFeature('series')

const nothing = () => null

/** In the form of a new event: whether and when it takes place again. */
export const Repeats = flagged<RepeatsProps>('series', {
  on: lazyFace('series', () => import('./repeats.tsx')),
  off: nothing,
})

/** What POST /series takes; throws a sentence where something is wrong with it. */
export const seriesBodyOf = async (repeats: string, event: EventBodyInput): Promise<NewSeriesInput> =>
  (await import('./repeats-draft.ts')).seriesOf(repeats, event)

/** In the form of a date: when its series takes place, and changing it. */
export const RepeatsOfDate = flagged<RepeatsOfDateProps>('series', {
  on: lazy(() => import('./repeats-of-date.tsx')),
  off: nothing,
})

/** Before a date is saved: this one, those that follow, or all. */
export const SaveDialog = flagged<SaveDialogProps>('series', {
  on: lazy(() => import('./save-dialog.tsx')),
  off: nothing,
})

/** On the manage screen of a date. */
export const SeriesSection = flagged<SeriesSectionProps>('series', {
  on: lazy(() => import('./manage-section.tsx')),
  off: nothing,
})
