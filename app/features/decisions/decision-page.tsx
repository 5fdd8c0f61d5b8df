import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { DecisionView } from './decision-view.tsx'

export default function DecisionPage({ reference }: { reference: string }) {
  const { loaded, refresh } = useCall(reference, (api) => api.moderation.read({ params: { reference } }))
  if (loaded.state === 'loading') return <Spinner label="Loading the decision" />
  if (loaded.state === 'failed')
    return <h1>{failureSentence(loaded.error, 'The decision could not be loaded. Please try again.')}</h1>
  return <DecisionView decision={loaded.value} onChange={refresh} />
}
