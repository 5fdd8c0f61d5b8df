import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { stopRemembering } from './lib/early-presses.ts'

// See HEAD_SCRIPT.
Error.stackTraceLimit = 10

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
  stopRemembering()
})
