import { useState } from 'react'
import { useLocation } from 'react-router'
import { keepsAnswers } from '../../lib/device-storage.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useFloorIsFree } from '../../ui/dialog-stack.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useHandsFree } from './use-hands-free.ts'
import { useVisitorLocation } from './visitor-location.ts'

const { Part: LocationDialog } = lazyPart(() => import('./location-dialog.tsx'))

/**
 * Asks when location is initialised and undecided, and no other dialog is open or about to. Where the browser keeps no
 * answer nobody is asked: the question would come back on every page.
 */
export function LocationPrompt() {
  const { state, request, decline } = useVisitorLocation()
  const isFloorFree = useFloorIsFree()
  const isLoginWanted = useLoginDialog().request !== null
  // Nobody asked for it, so nobody misses it where it cannot be loaded; the next page tries again.
  const [isUnavailable, setUnavailable] = useState(false)
  const { pathname } = useLocation()
  // Somebody who follows an email's link answers a question already; a friend's ticket may be opened at the door.
  const isBusy = pathname.startsWith('/links/') || pathname.startsWith('/places/')
  const isWanted = state !== null && state.initialized && state.status === 'prompt' && !isBusy && keepsAnswers()
  const isHandsFree = useHandsFree(isWanted)
  if (!isWanted || !isHandsFree || isUnavailable || isLoginWanted || !isFloorFree) return null
  return (
    <LocationDialog
      state={state}
      onAllow={request}
      onDecline={decline}
      onUnavailable={() => setUnavailable(true)}
      isSilent
    />
  )
}
