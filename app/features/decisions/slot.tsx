// What other screens show of decisions. Nothing of it is loaded for somebody about whom there are none.
import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const { Part: StandingDecisions } = lazyPart(() => import('./standing-decisions.tsx'))

const nothing = () => undefined

/** What holds against the signed-in account: their account is suspended, or an event of theirs is hidden. */
export function Standing({ hasHidden = false }: { hasHidden?: boolean }) {
  const until = useSession().user?.suspendedUntil
  const [now] = useState(() => Date.now())
  const isSuspended = until !== undefined && Date.parse(until) > now
  if (!isSuspended && !hasHidden) return null
  return <StandingDecisions suspendedUntil={isSuspended ? until : null} isSilent onUnavailable={nothing} />
}
