import { useLocation, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { EventsMissing } from '../features/events/coming-up.tsx'
import { CreatorFace } from '../features/creators/creator-face.tsx'
import { CreatorHead } from '../features/creators/creator-head.tsx'
import { FollowButton } from '../features/creators/follow-button.tsx'
import { CreatorEvents } from '../features/events/creator-events.tsx'
import { creatorMeta } from '../features/events/creator-meta.ts'
import { loadCreator, reloadCreator, type CreatorPage } from '../features/events/load-creator.ts'
import { Subscribe } from '../features/feeds/slot.tsx'
import { ReportLink } from '../features/reports/report-link.tsx'
import { apiContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { settingsOf } from '../lib/page-meta.ts'
import { Page } from '../ui/page.tsx'

export const handle: PageHandle = { query: ['when', 'cursor'] }

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  loadCreator(context.get(apiContext), params.creatorId ?? '', request)

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => reloadCreator(serverLoader<CreatorPage>)

export const meta: MetaFunction<typeof loader> = (args) => creatorMeta(args.loaderData, settingsOf(args))

export default function CreatorPageView({ loaderData: page }: { loaderData: CreatorPage }) {
  // A new history entry is a new reading of the list.
  const { key } = useLocation()
  const { creator } = page
  if (!creator) return <EventsMissing problem={page.problem} status={page.status} />
  const picture = <CreatorFace className={undefined} name={creator.name} picture={creator.pictureUrl} />
  return (
    <Page>
      <CreatorHead creator={creator}>
        <FollowButton
          key={creator.id}
          what={{ kind: 'creator', id: creator.id, name: creator.name, creatorId: creator.id, picture }}
        />
        <Subscribe feed={`/feeds/creators/${creator.id}`} what={`Events by ${creator.name}`} />
      </CreatorHead>
      <CreatorEvents key={key} page={page} path={`/creators/${creator.id}`} />
      <ReportLink kind="creator" id={creator.id} />
    </Page>
  )
}
