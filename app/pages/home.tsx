import { useState } from 'react'
import { SITE } from '../../contract/site.ts'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { HERO_EVENTS } from '../../contract/limits.ts'
import type { EventCardData } from '../features/events/card-data.ts'
import { CreateBanner } from '../features/events/create-banner.tsx'
import { HeroSlider } from '../features/events/hero-slider.tsx'
import { HomeSection } from '../features/events/home-section.tsx'
import { loadHome, reloadHome, type HomeEvents } from '../features/events/load-home.ts'
import { NearbySection, TodaySection } from '../features/nearby/slot.tsx'
import { PopularSection } from '../features/popular/slot.tsx'
import { RecommendedSection } from '../features/recommended/slot.tsx'
import { apiContext, settingsContext } from '../lib/page-context.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'

const DESCRIPTION = 'Find events near you or anywhere, book free tickets and fill the room.'

export const loader = ({ context }: LoaderFunctionArgs) =>
  loadHome(context.get(apiContext), context.get(settingsContext).features)

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => reloadHome(serverLoader<HomeEvents>)

export const meta: MetaFunction = () => pageMeta('Find events, book free tickets', DESCRIPTION)

/** What the row of today shows is not shown a second time. */
const without = (events: EventCardData[], shown: readonly EventCardData[]) =>
  events.filter(({ id }) => !shown.some((other) => other.id === id))

export default function Home({
  loaderData: { upcoming, popular = [], recommended = [], problem },
}: {
  loaderData: HomeEvents
}) {
  const [today, setToday] = useState<readonly EventCardData[]>([])
  const later = without(upcoming, today)
  return (
    <>
      <h1 className="visually-hidden">{SITE.name}</h1>
      {upcoming.length > 0 && <HeroSlider events={upcoming.slice(0, HERO_EVENTS)} />}
      <CreateBanner />
      <Page>
        <TodaySection onShown={setToday} />
        {problem ? (
          <Notice isError>{problem}</Notice>
        ) : (
          (later.length > 0 || today.length === 0) && (
            <HomeSection id="upcoming" title="Upcoming Events" to="/upcoming-events" events={later} />
          )
        )}
        <NearbySection />
        {!problem && (
          <>
            <PopularSection
              live={<HomeSection id="popular" title="Popular Events" to="/popular-events" events={popular} />}
              soon={
                <HomeSection
                  id="popular"
                  title="Popular Events"
                  to="/popular-events"
                  events={upcoming.slice(-5)}
                  isSoon
                />
              }
            />
            <RecommendedSection
              events={recommended}
              live={(events) => (
                <HomeSection id="recommended" title="Recommended Events" to="/recommended-events" events={events} />
              )}
              soon={
                <HomeSection
                  id="recommended"
                  title="Recommended Events"
                  to="/recommended-events"
                  events={upcoming.slice(2, 7)}
                  isSoon
                />
              }
            />
          </>
        )}
      </Page>
    </>
  )
}
