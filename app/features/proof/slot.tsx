// For whatever the server does only for somebody who has just shown who they are (server/access/proof.ts).
import { useState, type ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { callWithProof, shared } from './with-proof.ts'

const { Part: ProofDialog } = lazyPart(() => import('./proof-dialog.tsx'))

type Settle = (isProved: boolean) => void

export interface WithProof {
  /**
   * Runs a call. If the server wants to know who asks, the person is asked and the call is made again; if they would
   * rather not, it fails as it did: 'Please confirm that it is you'.
   */
  withProof: <T>(call: () => Promise<T>) => Promise<T>
  /** To be rendered somewhere on the screen. */
  proofDialog: ReactNode
}

export function useProof(): WithProof {
  const [settle, setSettle] = useState<Settle | null>(null)
  const [ask] = useState(() => shared((answer) => setSettle(() => answer)))
  const close = (isProved: boolean) => {
    setSettle(null)
    settle?.(isProved)
  }
  return {
    withProof: (call) => callWithProof(call, ask),
    proofDialog: settle && (
      <ProofDialog onProved={() => close(true)} onClose={() => close(false)} onUnavailable={() => close(false)} />
    ),
  }
}
