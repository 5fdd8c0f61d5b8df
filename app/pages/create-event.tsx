import { SITE } from '../../contract/site.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams, type MetaFunction } from 'react-router'
import type { EventBodyInput } from '../../contract/event-body.ts'
import type { Event } from '../../contract/events.ts'
import { messages } from '../../contract/messages.ts'
import type { NewSeriesInput, Series } from '../../contract/series.ts'
import { browserTimeZone } from '../../contract/zoned-time.ts'
import { oneCreation } from '../features/event-form/creation.ts'
import { bodyOf, copyOf, EMPTY_DRAFT, type EventDraft } from '../features/event-form/draft.ts'
import { EventForm } from '../features/event-form/event-form.tsx'
import { lengthOf } from '../features/event-form/event-times.ts'
import { useCopied } from '../features/event-form/use-copied.ts'
import { EventCard } from '../features/events/event-card.tsx'
import { publishDates, Repeats, seriesBodyOf, shareTexts } from '../features/series/slot.tsx'
import { savedState } from '../features/events/saved-event.ts'
import { loadApi } from '../lib/load-api.ts'
import { eventPicture } from '../lib/pictures.ts'
import { useSettings } from '../lib/settings.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'

export const meta: MetaFunction = () => [{ title: `Create Event · ${SITE.name}` }]

/** `original`: an event that they run, to be held another day. */
function NewEvent({ original }: { original: Event | null }) {
  const navigate = useNavigate()
  const showToast = useToast()
  const { imageBase } = useSettings()
  const [createEvent] = useState(() => oneCreation<EventBodyInput, Event>())
  const [createSeries] = useState(() => oneCreation<NewSeriesInput, Series>())
  const [initial] = useState(() => (original ? copyOf(original) : EMPTY_DRAFT))
  const [timeZone, setTimeZone] = useState('')
  useEffect(() => setTimeZone(browserTimeZone()), [])

  const save = async (draft: EventDraft, isDraft: boolean) => {
    const { events, series } = await loadApi()
    const body = bodyOf(draft, { isDraft, timeZone })
    if (!draft.repeats) {
      const update = ({ id, version }: Event, changed: EventBodyInput) =>
        events.update({ params: { eventId: id }, body: { ...changed, version } })
      return createEvent({ create: events.create, update }, body)
    }
    const update = ({ id, settings }: Series, changed: NewSeriesInput) =>
      series.update({ params: { seriesId: id }, body: { ...changed, scope: 'all', version: settings?.version ?? 1 } })
    const made = await createSeries({ create: series.create, update }, await seriesBodyOf(draft.repeats, body))
    return made.dates[0] ?? null
  }

  return (
    <EventForm
      name={original ? `copy ${original.id}` : 'create'}
      heading="Create Event"
      copied={original ?? undefined}
      initial={initial}
      present={original ? eventPicture(original, imageBase) : undefined}
      minutes={original ? lengthOf(original) : undefined}
      closesBefore={
        original?.bookingClosesAt
          ? lengthOf({ startTime: original.bookingClosesAt, endTime: original.startTime })
          : undefined
      }
      timeZone={timeZone}
      card={(shown) => (
        <EventCard
          event={
            original && shown.imageUrl === original.imageUrl ? { ...shown, imageSizes: original.imageSizes } : shown
          }
          heading="h2"
        />
      )}
      cancelTo="/events"
      hasOneLine={!original}
      repeats={({ draft, change }) => (
        <Repeats value={draft.repeats} startTime={draft.startTime} onChange={(repeats) => change('repeats', repeats)} />
      )}
      save={save}
      shareTexts={(saved, texts) => shareTexts(saved, texts, 'all')}
      publishDates={(stored, body) => publishDates(stored, body, 'all')}
      onSaved={(event) => {
        showToast(event.seriesId === undefined ? messages.eventCreated : 'The series is saved, with its first dates')
        void navigate('/events', { state: savedState(event) })
      }}
      failure={messages.eventCreateFailed}
    />
  )
}

/** /create-event?copy=12 begins with what event 12 says. */
function NewOrCopied() {
  const [query] = useSearchParams()
  const { original, isLoading } = useCopied(query.get('copy'))
  return isLoading ? <Spinner label="Loading event" /> : <NewEvent original={original} />
}

export default function CreateEvent() {
  return (
    <RouteGuard>
      <NewOrCopied />
    </RouteGuard>
  )
}
