import type { ClientLoaderFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { EventsMissing } from '../features/events/coming-up.tsx'
import { CreatorLink } from '../features/creators/slot.tsx'
import { FollowButton } from '../features/creators/follow-button.tsx'
import { EventPicture } from '../features/events/slot.tsx'
import { Subscribe } from '../features/feeds/slot.tsx'
import { findSeries, loadSeries } from '../features/series-page/load-series.ts'
import { SeriesDates } from '../features/series-page/series-dates.tsx'
import { SeriesHead } from '../features/series-page/series-head.tsx'
import { seriesMeta } from '../features/series-page/series-meta.ts'
import { loadingSeries } from '../features/series-page/series-words.ts'
import { reloadSeries, useOwnSeries, type SeriesPage } from '../features/series-page/shown-series.ts'
import { availabilityOf, placesLeft } from '../features/tickets/availability.ts'
import { loadApi } from '../lib/load-api.ts'
import { apiContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { settingsOf } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

const RULES = { availabilityOf, placesLeft }

/** The link of an unlisted series carries its key. */
export const handle: PageHandle = { query: ['key'] }

const askedOf = ({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) => ({
  seriesId: params.seriesId ?? '',
  key: new URL(request.url).searchParams.get('key') ?? undefined,
})

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  loadSeries(context.get(apiContext), askedOf({ params, request }), RULES)

export const clientLoader = ({ serverLoader, params, request }: ClientLoaderFunctionArgs) =>
  reloadSeries(serverLoader<SeriesPage>, async () => findSeries(await loadApi(), askedOf({ params, request }), RULES))

export const meta: MetaFunction<typeof loader> = (args) => seriesMeta(args.loaderData, settingsOf(args))

export default function SeriesPageView({ loaderData: page }: { loaderData: SeriesPage }) {
  const { series } = page
  const isAsking = useOwnSeries(page)
  if (isAsking) return <Spinner label={loadingSeries} />
  if (!series) return <EventsMissing problem={page.problem} status={page.status} />
  const { id, title, creatorId, creatorName } = series
  const picture = <EventPicture event={series.picture} sizes="72px" width={72} />
  return (
    <Page>
      <SeriesHead series={series}>
        {!series.isPrivate && (
          <>
            <FollowButton key={id} what={{ kind: 'series', id, name: title, creatorId, picture }} />
            <Subscribe feed={`/feeds/series/${id}`} what={title} />
          </>
        )}
      </SeriesHead>
      <SeriesDates key={`dates ${id}`} series={series} />
      {creatorName && <CreatorLink id={creatorId} name={creatorName} />}
    </Page>
  )
}
