import {
  data,
  useParams,
  type HeadersFunction,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { CreatorLink } from '../features/creators/slot.tsx'
import { AboutEvent, Artist, Organiser } from '../features/events/artist.tsx'
import { EventsMissing, OtherEvents } from '../features/events/coming-up.tsx'
import { EventBanner } from '../features/events/event-banner.tsx'
import { EventFacts } from '../features/events/event-facts.tsx'
import { EventHero } from '../features/events/event-hero.tsx'
import { EventLayout } from '../features/events/event-layout.tsx'
import { eventMeta } from '../features/events/event-meta.ts'
import { EventTitle } from '../features/events/event-title.tsx'
import { findEvent, unreachableEvent, type FoundEvent } from '../features/events/find-event.ts'
import { PriceBlock } from '../features/events/price-block.tsx'
import { useLastAnswer, useOwnView } from '../features/events/own-view.ts'
import { useManages } from '../features/events/use-manages.ts'
import { FavouriteButton } from '../features/favourites/slot.tsx'
import { FavouriteSoon } from '../features/favourites/soon.tsx'
import { AskOrganiser } from '../features/questions/slot.tsx'
import { ReportLink } from '../features/reports/report-link.tsx'
import { WaitingNotice } from '../features/review/slot.tsx'
import { ShareButton } from '../features/sharing/slot.tsx'
import { BookingPanel } from '../features/tickets/booking-panel.tsx'
import { readStored } from '../lib/device-storage.ts'
import { loadApi } from '../lib/load-api.ts'
import { isTrue } from '../lib/money.ts'
import { apiContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { settingsOf } from '../lib/page-meta.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Spinner } from '../ui/spinner.tsx'

// Only the creator sees it.
const { Part: BookingStatistics } = lazyPart(() => import('../features/tickets/booking-statistics.tsx'))
const { Part: OrderPlaces } = lazyPart(() => import('../features/paid-events/order-places.tsx'))

/** The link of an unlisted event carries its key. */
export const handle: PageHandle = { query: ['key'] }

const keyOf = (request: Request) => new URL(request.url).searchParams.get('key') ?? undefined

/** An address with a key is for those who have it: nothing on the way may store it or pass it on. */
const KEPT_BY_NOBODY = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { events } = context.get(apiContext)
  const key = keyOf(request)
  const found = await findEvent('anyone', params.eventId, (eventId) =>
    events.get({ params: { eventId }, query: { key } }),
  )
  return data(found, { status: found.event ? 200 : found.status, headers: key === undefined ? {} : KEPT_BY_NOBODY })
}

/** A member asks with the token: a draft, the link of a virtual event, the newest state after an edit. */
export const clientLoader = ({ params, request, serverLoader }: ClientLoaderFunctionArgs): Promise<FoundEvent> => {
  if (!readStored('token')) return serverLoader<FoundEvent>().catch(() => unreachableEvent)
  const query = { key: keyOf(request) }
  return findEvent('member', params.eventId, async (eventId) =>
    (await loadApi()).events.get({ params: { eventId }, query }),
  )
}

export const meta: MetaFunction<typeof loader> = (args) => eventMeta(args.loaderData?.event, settingsOf(args))

export default function EventPage({ loaderData }: { loaderData: FoundEvent }) {
  const found = useLastAnswer(loaderData, useParams().eventId)
  const { event } = found
  const { isCreator, isAsking } = useOwnView(found)
  const manages = useManages(event)
  // Somebody is signed in, and the answer for them is under way: it may be their own draft.
  if (!event && isAsking) return <Spinner label="Loading event" />
  if (!event) return <EventsMissing problem={found.problem} status={found.status} />
  const isOff = found.hasEnded || event.status === 'cancelled' || isTrue(event.isSoldOut)
  return (
    <EventLayout
      event={event}
      hero={<EventHero event={event} />}
      top={
        <>
          <EventBanner event={event} hasEnded={found.hasEnded} />
          <EventTitle event={event} canManage={isCreator || manages}>
            <ShareButton title={event.title} eventKey={event.key} isPrivate={event.isDraft} />
            {/* In no list, so not in that of saved events either. */}
            {!event.key && <FavouriteButton eventId={event.id} soon={<FavouriteSoon />} />}
          </EventTitle>
          <EventFacts event={event} />
        </>
      }
      aside={
        <>
          <BookingPanel
            key={event.id}
            event={event}
            hasEnded={found.hasEnded}
            isBookingClosed={found.isBookingClosed}
            isCreator={isCreator}
            price={<PriceBlock event={event} />}
            Order={OrderPlaces}
          />
          {isCreator && <BookingStatistics event={event} />}
          {/* Loaded after the page: what is above it does not move. */}
          <WaitingNotice event={event} />
        </>
      }
    >
      <AboutEvent key={event.id} event={event} />
      <Artist {...event} />
      <Organiser description={event.organizerDescription} />
      {event.creatorName && <CreatorLink id={event.creatorId} name={event.creatorName} />}
      {!isCreator && !found.hasEnded && (
        <AskOrganiser key={`ask ${event.id}`} eventId={event.id} eventKey={event.key} />
      )}
      {!isCreator && <ReportLink kind="event" id={event.id} eventKey={event.key} />}
      {isOff && !isCreator && <OtherEvents event={event} hasEnded={found.hasEnded} />}
    </EventLayout>
  )
}
