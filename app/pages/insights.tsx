import { SITE } from '../../contract/site.ts'
import type { MetaFunction } from 'react-router'
import { ListHead } from '../features/events/list-head.tsx'
import { aboutOverEvents } from '../features/manage/insights-words.tsx'
import { OverEvents } from '../features/manage/over-events.tsx'
import { RouteGuard } from '../session/route-guard.tsx'
import { useSession } from '../session/session.tsx'
import { Page } from '../ui/page.tsx'

export const meta: MetaFunction = () => [{ title: `Insights · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function InsightsPage() {
  const { user } = useSession()
  return (
    <Page narrow>
      <RouteGuard>
        <ListHead title="Insights" subtitle={aboutOverEvents} />
        <OverEvents key={user?.id} />
      </RouteGuard>
    </Page>
  )
}
