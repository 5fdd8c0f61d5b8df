import { useCall } from '../../data/use-call.ts'
import { failureSentence, failureStatus } from '../../lib/failure.ts'
import { Page } from '../../ui/page.tsx'
import { PageMissing } from '../../ui/page-missing.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DecisionView } from './decision-view.tsx'
import * as words from './words.ts'

export default function DecisionPage({ reference }: { reference: string }) {
  const { loaded, refresh } = useCall(reference, (api) => api.moderation.read({ params: { reference } }))
  if (loaded.state === 'loading') return <Spinner label={words.loadingDecision} />
  if (loaded.state === 'failed')
    return (
      <PageMissing
        problem={failureSentence(loaded.error, words.decisionNotLoaded)}
        status={failureStatus(loaded.error)}
      />
    )
  return (
    <Page narrow>
      <DecisionView decision={loaded.value} onChange={refresh} />
    </Page>
  )
}
