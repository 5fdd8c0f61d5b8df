import { useParams, useSearchParams } from 'react-router'
import { SITE } from '../../contract/site.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'

const BallotPage = lazyScreen(() => import('../features/ballots/ballot-page.tsx'))

// Everything is computed in the browser of who looks: the page itself is the same for every ballot.
export const handle: PageHandle = { variant: () => 'any ballot' }

export const meta = () => [{ title: `Ballot · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function BallotScreen() {
  const { ballotId = '' } = useParams()
  const [query] = useSearchParams()
  return <BallotPage key={ballotId} ballotId={ballotId} eventKey={query.get('key') ?? undefined} />
}
