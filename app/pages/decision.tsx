import { SITE } from '../../contract/site.ts'
import { useParams } from 'react-router'
import type { PageHandle } from '../lib/page-handle.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { lazyScreen } from '../ui/lazy-screen.tsx'

const Decision = lazyScreen(() => import('../features/decisions/decision-page.tsx'))

// The same bytes for everybody: the decision is loaded in the browser, for the person it concerns.
export const handle: PageHandle = { variant: () => 'any decision' }

export const meta = () => [{ title: `Decision · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function DecisionPage() {
  const { reference = '' } = useParams()
  return (
    <RouteGuard>
      <Decision key={reference} reference={reference} />
    </RouteGuard>
  )
}
