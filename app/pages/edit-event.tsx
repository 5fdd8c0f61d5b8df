import { SITE } from '../../contract/site.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, type MetaFunction } from 'react-router'
import type { Event } from '../../contract/events.ts'
import { messages } from '../../contract/messages.ts'
import { notifiedText } from '../../contract/event-status.ts'
import { bodyOf, draftOf, type EventDraft } from '../features/event-form/draft.ts'
import { EventForm } from '../features/event-form/event-form.tsx'
import { isMoved, NotifiedGuests } from '../features/event-form/notified-guests.tsx'
import { useOwnEvent } from '../features/event-form/use-own-event.ts'
import * as words from '../features/event-form/words.tsx'
import { publishDates, RepeatsOfDate, SaveDialog, shareTexts } from '../features/series/slot.tsx'
import { isRefusal } from '../lib/failure.ts'
import { EventCard } from '../features/events/event-card.tsx'
import { savedState } from '../features/events/saved-event.ts'
import { loadApi } from '../lib/load-api.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { eventPicture } from '../lib/pictures.ts'
import { useSettings } from '../lib/settings.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'

// The event is loaded in the browser, by those who may change it.
export const handle: PageHandle = { variant: () => 'any event' }

export const meta: MetaFunction = () => [{ title: `Edit Event · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

/** The event to edit; somebody who may not edit it, or cannot load it, is sent to the list. */
function useEventToEdit(eventId: string) {
  const navigate = useNavigate()
  const showToast = useToast()
  const { loaded, refresh } = useOwnEvent(eventId, { orManaged: true })
  const hasFailed = loaded.state === 'failed'

  useEffect(() => {
    if (!hasFailed) return
    showToast(messages.eventLoadFailed, { severity: 'error' })
    void navigate('/events', { replace: true })
  }, [hasFailed, showToast, navigate])

  return { event: loaded.state === 'loaded' ? loaded.value : null, refresh }
}

/** What waits for an answer: which dates are meant. */
interface Asked {
  draft: EventDraft
  isDraft: boolean
  settle: (saved: Event | null | Promise<Event>) => void
}

function OwnEvent({ eventId }: { eventId: string }) {
  const { event, refresh } = useEventToEdit(eventId)
  const { imageBase } = useSettings()
  const navigate = useNavigate()
  const showToast = useToast()
  const [note, setNote] = useState('')
  const [notifiedCount, setNotifiedCount] = useState(0)
  const [asked, setAsked] = useState<Asked | null>(null)
  // Read by a form that was drawn before it was chosen.
  const scope = useRef<'following' | 'all' | null>(null)
  if (!event) return <Spinner />
  const { timeZone, version, seriesId } = event
  const isDate = seriesId !== undefined
  const initial = draftOf(event)
  const isBooked = event.ticketsLeft < event.capacity

  const saveThis = async (draft: EventDraft, isDraft: boolean) => {
    const api = await loadApi()
    const word = note.trim() && isMoved(draft, initial) ? { note } : {}
    return api.events.update({
      params: { eventId },
      body: { ...bodyOf(draft, { isDraft, timeZone, version }), ...word },
    })
  }

  /** Of a date of a series, which dates are meant is asked first. */
  const save = (draft: EventDraft, isDraft: boolean) =>
    isDate ? new Promise<Event | null>((settle) => setAsked({ draft, isDraft, settle })) : saveThis(draft, isDraft)

  const settle = (saved: Event | null | Promise<Event>) => {
    asked?.settle(saved)
    setAsked(null)
  }

  return (
    <>
      <EventForm
        // What was loaded again replaces what was in the form.
        key={version}
        name={`edit ${eventId} ${version}`}
        event={event}
        heading="Edit Event"
        initial={initial}
        present={eventPicture(event, imageBase)}
        timeZone={timeZone}
        cancelTo={`/events/${eventId}`}
        card={(shown) => (
          <EventCard
            event={shown.imageUrl === event.imageUrl ? { ...shown, imageSizes: event.imageSizes } : shown}
            heading="h2"
          />
        )}
        isPublished={!event.isDraft}
        whyNoDraft={isBooked ? words.bookedStaysPublished : undefined}
        note={event.isDraft || isBooked ? undefined : words.draftLeavesLists}
        consequence={(draft) =>
          event.isDraft ? null : (
            <NotifiedGuests
              eventId={event.id}
              draft={draft}
              initial={initial}
              note={note}
              bodyFor={(shown) => bodyOf(shown, { isDraft: false, timeZone, version })}
              onNote={setNote}
              onCount={setNotifiedCount}
            />
          )
        }
        warning={notifiedCount > 0 ? notifiedText(notifiedCount) : undefined}
        save={save}
        shareTexts={async (saved, texts) => {
          if (scope.current) await shareTexts(saved, texts, scope.current)
        }}
        publishDates={async (stored, body) =>
          scope.current
            ? publishDates(stored, body, scope.current)
            : (await loadApi()).events.update({ params: { eventId }, body })
        }
        onSaved={(saved) => {
          showToast(messages.eventUpdated)
          // Its first publication ends as in Create: with the link to send.
          if (event.isDraft && !saved.isDraft) void navigate('/events', { state: savedState(saved) })
          else void navigate(`/events/${saved.id}`)
        }}
        failure={messages.eventUpdateFailed}
        isEditing
        remedyFor={(error) =>
          isRefusal(error, 'event_changed') ? { label: words.loadLatest, onClick: refresh } : undefined
        }
        repeats={
          isDate
            ? ({ draft, change }) => (
                <RepeatsOfDate
                  seriesId={seriesId}
                  value={draft.repeats}
                  startTime={draft.startTime}
                  onChange={(repeats) => change('repeats', repeats)}
                />
              )
            : undefined
        }
      />
      {asked && (
        <SaveDialog
          event={event}
          draft={asked.draft}
          initial={initial}
          body={bodyOf(asked.draft, { isDraft: asked.isDraft, timeZone, version })}
          onThis={() => {
            scope.current = null
            settle(saveThis(asked.draft, asked.isDraft))
          }}
          onDone={(saved, chosen) => {
            scope.current = chosen
            settle(saved)
          }}
          onClose={() => settle(null)}
        />
      )}
    </>
  )
}

export default function EditEvent() {
  const { eventId = '' } = useParams()
  return (
    <RouteGuard>
      <OwnEvent key={eventId} eventId={eventId} />
    </RouteGuard>
  )
}
