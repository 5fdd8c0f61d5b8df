// What an organiser does with a series. What visitors see of it: app/features/series-page.
import { lazy, Suspense, type ComponentType } from 'react'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import type { Event } from '../../../contract/events.ts'
import type { NewSeriesInput, SeriesText } from '../../../contract/series.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { RepeatsOfDateProps, RepeatsProps, SaveDialogProps, SeriesScope, SeriesSectionProps } from './props.ts'

/** For those who run events alone: pages of visitors do not load it. */
function ofSeries<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part: ComponentType<Props> = lazy(load)
  return function OfSeries(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** In the form of a new event: whether and when it takes place again. */
export const Repeats = ofSeries<RepeatsProps>(() => import('./repeats.tsx'))

/** What POST /series takes; throws a sentence where something is wrong with it. */
export const seriesBodyOf = async (repeats: string, event: EventBodyInput): Promise<NewSeriesInput> =>
  (await import('./repeats-draft.ts')).seriesOf(repeats, event)

/** What was written beside the form for one date, for others too. */
export async function shareTexts({ id: eventId, seriesId }: Event, texts: SeriesText[], scope: SeriesScope) {
  if (seriesId === undefined) return
  const { series } = await loadApi()
  await series.saveTexts({ params: { seriesId }, body: { eventId, texts, scope } })
}

/** Nothing else of them changes. */
export async function publishDates(
  { id: eventId, seriesId = 0, seriesDay }: Event,
  event: EventBodyInput,
  scope: SeriesScope,
) {
  const { series } = await loadApi()
  const params = { seriesId }
  const { settings } = await series.get({ params })
  const from = scope === 'following' && seriesDay ? { from: seriesDay } : {}
  const version = settings?.version ?? 0
  const { dates } = await series.update({ params, body: { event, changed: [], eventId, scope, ...from, version } })
  const published = dates.find(({ id }) => id === eventId)
  if (!published) throw new Error('The date is gone.')
  return published
}

/** In the form of a date: when its series takes place, and changing it. */
export const RepeatsOfDate = ofSeries<RepeatsOfDateProps>(() => import('./repeats-of-date.tsx'))

/** Before a date is saved: this one, those that follow, or all. */
export const SaveDialog = ofSeries<SaveDialogProps>(() => import('./save-dialog.tsx'))

/** On the manage screen of a date. */
export const SeriesSection = ofSeries<SeriesSectionProps>(() => import('./manage-section.tsx'))
