import { lazy, Suspense, useEffect, useState } from 'react'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useTopmostDialog } from '../../ui/dialog-stack.ts'
import { useVisitorLocation } from './visitor-location.ts'

const LocationDialog = lazy(() => import('./location-dialog.tsx'))

/** Opens the dialog when location is initialised and undecided, and no other dialog has the floor. */
export function LocationPrompt() {
  const { state, request, decline } = useVisitorLocation()
  const isWanted = state !== null && state.initialized && state.status === 'prompt'
  const isFree = useTopmostDialog() === null
  const isLoginWanted = useLoginDialog().request !== null
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    if (!isWanted) setIsOpen(false)
    else if (isFree && !isLoginWanted) setIsOpen(true)
  }, [isWanted, isFree, isLoginWanted])

  if (!state || !isOpen) return null
  return (
    <Suspense>
      <LocationDialog state={state} onAllow={request} onDecline={decline} />
    </Suspense>
  )
}
