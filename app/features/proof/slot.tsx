// For whatever the server does only for somebody who has just shown who they are (server/access/proof.ts).
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { resumedOn, takeResumed } from '../../session/interrupted.ts'
import { useSession } from '../../session/session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { callWithProof, provedWork, shared, type Work } from './with-proof.ts'

const { Part: ProofDialog } = lazyPart(() => import('./proof-dialog.tsx'))

interface Asking {
  /** What goes on after Google, where the browser leaves the site. */
  work: Work | null
  isStrong: boolean
  settle: (isProved: boolean) => void
}

export interface WithProof {
  /**
   * Runs a call. If the server wants to know who asks, the person is asked and the call is made again; if they would
   * rather not, it fails as it did: 'Please confirm that it is you'. Proving it at Google leaves the page: the
   * act of that name is then carried out, with this detail, when they are back.
   */
  withProof: <T>(call: () => Promise<T>, act: string, detail?: string | number) => Promise<T>
  /** To be rendered somewhere on the screen. */
  proofDialog: ReactNode
}

/** `part` is the id of the part of the page that asks: to it the browser comes back. */
export function useProof(part: string, acts: Record<string, (detail: unknown) => void>): WithProof {
  const { user } = useSession()
  const { pathname } = useLocation()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [ask] = useState(() => shared<Omit<Asking, 'settle'>>((settle, about) => setAsking({ ...about, settle })))

  const goOn = useEffectEvent(() => {
    const work = provedWork(resumedOn(pathname), { part, userId: user?.id })
    const act = work && acts[work.act]
    if (!act) return
    takeResumed(pathname)
    act(work.detail)
  })
  useEffect(() => goOn(), [])

  const close = (isProved: boolean) => {
    setAsking(null)
    asking?.settle(isProved)
  }
  return {
    withProof: (call, act, detail) =>
      callWithProof(call, (isStrong) =>
        ask({ work: user && { part, act, detail: detail ?? null, userId: user.id }, isStrong }),
      ),
    proofDialog: asking && (
      <ProofDialog
        work={asking.work}
        isStrong={asking.isStrong}
        onProved={() => close(true)}
        onClose={() => close(false)}
        onUnavailable={() => close(false)}
      />
    ),
  }
}
