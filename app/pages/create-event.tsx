import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams, type MetaFunction } from 'react-router'
import type { Event } from '../../contract/events.ts'
import { messages } from '../../contract/messages.ts'
import { browserTimeZone } from '../../contract/zoned-time.ts'
import { oneCreation } from '../features/event-form/creation.ts'
import { bodyOf, copyOf, EMPTY_DRAFT, type EventDraft } from '../features/event-form/draft.ts'
import { EventForm } from '../features/event-form/event-form.tsx'
import { lengthOf } from '../features/event-form/event-times.ts'
import { useCopied } from '../features/event-form/use-copied.ts'
import { EventCard } from '../features/events/event-card.tsx'
import { savedState } from '../features/events/saved-event.ts'
import { loadApi } from '../lib/load-api.ts'
import { eventPicture } from '../lib/pictures.ts'
import { useSettings } from '../lib/settings.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'

export const meta: MetaFunction = () => [{ title: 'Create Event · Hooley' }]

/** `original`: an event that they run, to be held another day. */
function NewEvent({ original }: { original: Event | null }) {
  const navigate = useNavigate()
  const showToast = useToast()
  const { imageBase } = useSettings()
  const [create] = useState(oneCreation)
  const [initial] = useState(() => (original ? copyOf(original) : EMPTY_DRAFT))
  const [timeZone, setTimeZone] = useState('')
  useEffect(() => setTimeZone(browserTimeZone()), [])

  const save = async (draft: EventDraft, isDraft: boolean) => {
    const api = await loadApi()
    return create(api.events, bodyOf(draft, { isDraft, timeZone }))
  }

  return (
    <EventForm
      name={original ? `copy ${original.id}` : 'create'}
      heading="Create Event"
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
      save={save}
      onSaved={(event) => {
        showToast(messages.eventCreated)
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
