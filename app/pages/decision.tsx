import { useParams } from 'react-router'
import { useCall } from '../data/use-call.ts'
import { DecisionView } from '../features/decisions/decision-view.tsx'
import { failureSentence } from '../lib/failure.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { RouteGuard } from '../session/route-guard.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

// The same bytes for everybody: the decision is loaded in the browser, by whoever it concerns.
export const handle: PageHandle = { variant: () => 'any decision' }

export const meta = () => [{ title: 'Decision · Hooley' }, { name: 'robots', content: 'noindex' }]

function Decision({ reference }: { reference: string }) {
  const { loaded, refresh } = useCall(reference, (api) => api.moderation.read({ params: { reference } }))
  if (loaded.state === 'loading') return <Spinner label="Loading the decision" />
  if (loaded.state === 'failed')
    return <h1>{failureSentence(loaded.error, 'The decision could not be loaded. Please try again.')}</h1>
  return <DecisionView decision={loaded.value} onChange={refresh} />
}

export default function DecisionPage() {
  const { reference = '' } = useParams()
  return (
    <RouteGuard>
      <Page narrow>
        <Decision key={reference} reference={reference} />
      </Page>
    </RouteGuard>
  )
}
