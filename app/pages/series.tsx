import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { CreatorLink } from '../features/creators/slot.tsx'
import { FollowButton } from '../features/creators/follow-button.tsx'
import { Subscribe } from '../features/feeds/slot.tsx'
import { loadSeries } from '../features/series-page/load-series.ts'
import { SeriesDates } from '../features/series-page/series-dates.tsx'
import { SeriesHead } from '../features/series-page/series-head.tsx'
import { seriesMeta } from '../features/series-page/series-meta.ts'
import { reloadSeries, type SeriesPage } from '../features/series-page/shown-series.ts'
import { availabilityOf, placesLeft } from '../features/tickets/availability.ts'
import { NotFound } from '../layout/not-found.tsx'
import { apiContext, settingsContext } from '../lib/page-context.ts'
import { settingsOf } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { meta as notFoundMeta } from './not-found.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  loadSeries(context.get(apiContext), params.seriesId ?? '', context.get(settingsContext).features, {
    availabilityOf,
    placesLeft,
  })

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => reloadSeries(serverLoader<SeriesPage>)

const isOff = (page: SeriesPage | undefined) => page?.status === 404 && page.problem === null

export const meta: MetaFunction<typeof loader> = (args) =>
  isOff(args.loaderData) ? notFoundMeta() : seriesMeta(args.loaderData, settingsOf(args))

export default function SeriesPageView({ loaderData: page }: { loaderData: SeriesPage }) {
  const { series } = page
  if (isOff(page)) return <NotFound />
  if (!series)
    return (
      <Page centred>
        <h1>{page.problem}</h1>
        <ButtonLink to="/events">Browse Events</ButtonLink>
      </Page>
    )
  const { id, title, creatorId, creatorName } = series
  return (
    <Page>
      <SeriesHead series={series}>
        <FollowButton key={id} what={{ kind: 'series', id, name: title, creatorId }} />
        <Subscribe feed={`/feeds/series/${id}`} what={title} />
      </SeriesHead>
      <SeriesDates key={`dates ${id}`} series={series} />
      {creatorName && <CreatorLink id={creatorId} name={creatorName} />}
    </Page>
  )
}
