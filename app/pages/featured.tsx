import { SITE } from '../../contract/site.ts'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { ListHead } from '../features/events/list-head.tsx'
import { FeaturedList } from '../features/featured/featured-list.tsx'
import { failedFeatured, loadFeatured, type FeaturedPage } from '../features/featured/load-featured.ts'
import NotFoundPage from './not-found.tsx'
import { apiContext, settingsContext } from '../lib/page-context.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'
import { meta as notFoundMeta } from './not-found.tsx'

const SUBTITLE = `Picked by the people who look after ${SITE.name}`

export const loader = ({ context }: LoaderFunctionArgs) =>
  loadFeatured(context.get(apiContext), context.get(settingsContext).features)

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs): Promise<FeaturedPage> =>
  serverLoader<FeaturedPage>().catch(failedFeatured)

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData?.status === 404 ? notFoundMeta() : pageMeta('Featured Events', `${SUBTITLE}.`)

export default function Featured({ loaderData: page }: { loaderData: FeaturedPage }) {
  if (page.status === 404) return <NotFoundPage />
  return (
    <Page>
      <ListHead title="Featured Events" subtitle={SUBTITLE} />
      <FeaturedList page={page} />
    </Page>
  )
}
