// What other screens show of decisions. Nothing of it is loaded for somebody about whom there are none.
import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const { Part: StandingDecisions } = lazyPart(() => import('./standing-decisions.tsx'))
const { Part: SuspendedBar } = lazyPart(() => import('./suspended-bar.tsx'))

/** Until when the signed-in person is suspended; null if they are not. */
function useSuspension(): string | null {
  const until = useSession().user?.suspendedUntil
  const [now] = useState(() => Date.now())
  return until !== undefined && Date.parse(until) > now ? until : null
}

/** Decisions against the signed-in person: their account is suspended, or an event of theirs is hidden. */
export function Standing({ hasHidden = false }: { hasHidden?: boolean }) {
  const suspendedUntil = useSuspension()
  if (!suspendedUntil && !hasHidden) return null
  return <StandingDecisions suspendedUntil={suspendedUntil} />
}

/** On every page, before a press is refused. */
export function Suspended() {
  const until = useSuspension()
  return until && <SuspendedBar until={until} />
}
