// What the parts of an organiser's series are given: slot.tsx names them, and each part loads when it is shown.
import type { EventBodyInput } from '../../../contract/event-body.ts'
import type { Event } from '../../../contract/events.ts'
import type { SeriesTextsChange } from '../../../contract/series.ts'

/** Which dates are meant, if more than one. */
export type SeriesScope = SeriesTextsChange['scope']

export interface RepeatsProps {
  /** How it repeats, as one text; empty: it takes place once. */
  value: string
  /** Of the first date, as the form holds it. */
  startTime: string
  onChange: (value: string) => void
}

export interface RepeatsOfDateProps extends RepeatsProps {
  seriesId: number
}

interface DateDraft {
  startTime: string
  bookingClosesAt: string
  repeats: string
}

export interface SaveDialogProps {
  event: Event
  draft: DateDraft
  initial: DateDraft
  /** What would be sent for this date. */
  body: EventBodyInput
  /** Only this date is meant: the form saves it, and says what is wrong. */
  onThis: () => void
  onDone: (saved: Event, scope: SeriesScope) => void
  onClose: () => void
}

export interface SeriesSectionProps {
  event: Event
  /** Whether this date is still there. */
  onChange: (isThere: boolean) => void
}
