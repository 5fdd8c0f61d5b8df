import { SITE } from '../../contract/site.ts'
import { useParams } from 'react-router'
import type { PageHandle } from '../lib/page-handle.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { lazyScreen } from '../ui/lazy-screen.tsx'

const Console = lazyScreen(() => import('../features/moderation/console.tsx'))

// Everything is loaded in the browser, by moderators: the page is the same for everybody and knows nothing.
export const handle: PageHandle = { variant: () => 'any part' }

export const meta = () => [{ title: `Moderation · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function ModerationPage() {
  const { '*': path = '' } = useParams()
  return (
    <RouteGuard>
      <Console path={path} />
    </RouteGuard>
  )
}
