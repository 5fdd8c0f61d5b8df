import { createContext, useContext } from 'react'
import type { LocationState } from './location-machine.ts'

export interface VisitorLocation {
  /** null until the browser was asked. */
  state: LocationState | null
  request: () => void
  decline: () => void
}

export const VisitorLocationContext = createContext<VisitorLocation | null>(null)

export function useVisitorLocation(): VisitorLocation {
  const location = useContext(VisitorLocationContext)
  if (!location) throw new Error('useVisitorLocation must be used within a VisitorLocationProvider')
  return location
}
