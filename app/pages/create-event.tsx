import { useEffect, useState } from 'react'
import { useNavigate, type MetaFunction } from 'react-router'
import { messages } from '../../contract/messages.ts'
import { browserTimeZone } from '../../contract/zoned-time.ts'
import { oneCreation } from '../features/event-form/creation.ts'
import { bodyOf, EMPTY_DRAFT, type EventDraft } from '../features/event-form/draft.ts'
import { EventForm } from '../features/event-form/event-form.tsx'
import { loadApi } from '../lib/load-api.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { useToast } from '../ui/toast.tsx'

export const meta: MetaFunction = () => [{ title: 'Create Event · Hooley' }]

function NewEvent() {
  const navigate = useNavigate()
  const showToast = useToast()
  const [create] = useState(oneCreation)
  const [timeZone, setTimeZone] = useState('')
  useEffect(() => setTimeZone(browserTimeZone()), [])

  const save = async (draft: EventDraft, isDraft: boolean) => {
    const api = await loadApi()
    await create(api.events, bodyOf(draft, { isDraft, timeZone }))
  }

  return (
    <EventForm
      name="create"
      heading="Create Event"
      initial={EMPTY_DRAFT}
      timeZone={timeZone}
      cancelTo="/events"
      save={save}
      onSaved={() => {
        showToast(messages.eventCreated)
        void navigate('/events')
      }}
      failure={messages.eventCreateFailed}
    />
  )
}

export default function CreateEvent() {
  return (
    <RouteGuard>
      <NewEvent />
    </RouteGuard>
  )
}
