// Where the visitor is, if they allow it. Starts once the page is there and the browser has nothing better to do.
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { LocationKeeper } from './location-keeper.ts'
import type { LocationState } from './location-machine.ts'
import { LocationPrompt } from './location-prompt.tsx'
import { VisitorLocationContext } from './visitor-location.ts'

function useVisitor(): string | null {
  const { status, user } = useSession()
  if (status === 'signed-in' && user) return `user ${user.id}`
  return status === 'signed-out' ? 'visitor' : null
}

export function VisitorLocationProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<LocationState | null>(null)
  const [keeper, setKeeper] = useState<LocationKeeper | null>(null)
  const visitor = useVisitor()
  const toast = useToast()

  useEffect(() => {
    const ended = new AbortController()
    const cancel = whenIdle(() => {
      void import('./start-location.ts').then(({ startLocation }) => {
        if (ended.signal.aborted) return
        const { keeper: started, stop } = startLocation({
          onChange: setState,
          onProblem: (message) => toast(message, { severity: 'error' }),
          onTown: (town) => toast(`Near ${town}`),
        })
        ended.signal.addEventListener('abort', stop)
        setKeeper(started)
      })
    })
    return () => {
      cancel()
      ended.abort()
    }
  }, [toast])

  useEffect(() => keeper?.setVisitor(visitor), [keeper, visitor])

  const location = useMemo(
    () => ({ state, request: () => keeper?.request(), decline: () => keeper?.decline() }),
    [state, keeper],
  )
  return (
    <VisitorLocationContext value={location}>
      {children}
      <LocationPrompt />
    </VisitorLocationContext>
  )
}
