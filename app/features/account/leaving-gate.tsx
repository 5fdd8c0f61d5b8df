import type { ReactNode } from 'react'
import { useSession } from '../../session/session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const { Part: KeepAccount } = lazyPart(() => import('./keep-account.tsx'))

/** In place of every page, for somebody whose account is about to be deleted. */
export function LeavingGate({ children }: { children: ReactNode }) {
  const deletionAt = useSession().user?.deletionAt
  return deletionAt ? <KeepAccount deletionAt={deletionAt} onUnavailable={() => undefined} /> : children
}
