import { SITE } from '../../contract/site.ts'
import { useNavigate, useParams, type MetaFunction } from 'react-router'
import { useEffect, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { useCall } from '../data/use-call.ts'
import type { Event } from '../../contract/events.ts'
import { DoorSection } from '../features/manage/door-section.tsx'
import { EventState } from '../features/manage/event-state.tsx'
import { ExportSection } from '../features/manage/export-section.tsx'
import { GuestsSection } from '../features/manage/guests-section.tsx'
import { InsightsSection } from '../features/manage/insights-section.tsx'
import { LinkSection } from '../features/manage/link-section.tsx'
import { ManageHead } from '../features/manage/manage-head.tsx'
import { ManageTabs } from '../features/manage/manage-tabs.tsx'
import { MessagesSection } from '../features/manage/messages-section.tsx'
import { QuestionsSection } from '../features/manage/questions-section.tsx'
import { RequestsSection } from '../features/manage/requests-section.tsx'
import { TeamSection } from '../features/manage/team-section.tsx'
import { FormPartLinks } from '../features/event-form/slot.tsx'
import { useHasPaidEvents } from '../features/paid-events/slot.tsx'
import { SeriesSection } from '../features/series/slot.tsx'
import { EmbedSection } from '../features/sharing/slot.tsx'
import { WebhookSection } from '../features/webhooks/webhook-section.tsx'
import { isTrue } from '../lib/money.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { useSession } from '../session/session.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'

const { Part: OrdersSection } = lazyPart(() => import('../features/paid-hosting/orders-section.tsx'))
const { Part: BallotSection } = lazyPart(() => import('../features/ballots/ballot-section.tsx'))

// The event is loaded in the browser, by those who manage it.
export const handle: PageHandle = { variant: () => 'any event' }

export const meta: MetaFunction = () => [{ title: `Manage · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

const runs = ({ creatorId, isManager }: Event, userId: number | undefined) => creatorId === userId || isManager === true

/** Each section is a file of app/features/manage, and belongs to one tab. */
function Managed({ eventId }: { eventId: string }) {
  const userId = useSession().user?.id
  const navigate = useNavigate()
  const toast = useToast()
  const { loaded, refresh } = useCall(eventId, (api) => api.events.get({ params: { eventId } }))
  const event = loaded.state === 'loaded' && runs(loaded.value, userId) ? loaded.value : null
  const hasPaidEvents = useHasPaidEvents()
  const [decided, setDecided] = useState(0)
  const isRefused = loaded.state !== 'loading' && !event
  useEffect(() => {
    if (!isRefused) return
    toast(messages.eventLoadFailed, { severity: 'error' })
    void navigate('/events', { replace: true })
  }, [isRefused, toast, navigate])
  if (!event) return <Spinner />
  return (
    <Page narrow>
      <ManageHead event={event} />
      <ManageTabs
        event={event}
        panels={{
          guests: (
            <>
              {hasPaidEvents && !isTrue(event.isFreeOfCharge) && <OrdersSection event={event} />}
              {event.ballot && <BallotSection event={event} />}
              {event.approval && <RequestsSection event={event} onDecided={() => setDecided((count) => count + 1)} />}
              <GuestsSection key={decided} event={event} />
            </>
          ),
          door: <DoorSection event={event} />,
          messages: <MessagesSection event={event} />,
          insights: <InsightsSection event={event} />,
          team: <TeamSection event={event} />,
          event: (
            <>
              <LinkSection event={event} onChange={refresh} />
              <FormPartLinks event={event} />
              <EventState event={event} isCreator={event.creatorId === userId} onChange={refresh} />
              {event.seriesId !== undefined && (
                <SeriesSection
                  event={event}
                  onChange={(isThere) => (isThere ? refresh() : void navigate('/my-events'))}
                />
              )}
              <QuestionsSection event={event} />
              <EmbedSection event={event} />
              <WebhookSection event={{ id: event.id, isOwn: event.creatorId === userId }} />
              <ExportSection event={event} />
            </>
          ),
        }}
      />
    </Page>
  )
}

export default function Manage() {
  const { eventId = '' } = useParams()
  return (
    <RouteGuard>
      <Managed key={eventId} eventId={eventId} />
    </RouteGuard>
  )
}
