// The location permission (docs/product/screens.md#location) as a pure function: what is known, what happens, what follows. The keeper beside it
// talks to browser, storage and server.
import { messages } from '../../../contract/messages.ts'

export interface Coordinates {
  lat: number
  lng: number
}

export type LocationStatus = 'prompt' | 'granted' | 'denied'

export interface LocationState {
  status: LocationStatus
  coordinates: Coordinates | null
  /** While requesting or saving. */
  loading: boolean
  error: string | null
  initialized: boolean
  /** There was a grant, and the browser asks again. */
  revoked: boolean
}

/** What device storage holds. */
export interface Remembered {
  permission: 'granted' | 'denied' | null
  coordinates: Coordinates | null
}

/** unknown: a browser that cannot be asked; unsupported: one without geolocation. */
export type BrowserPermission = LocationStatus | 'unknown' | 'unsupported'

export type LocationEvent =
  | { type: 'checked'; browser: BrowserPermission; stored: Remembered }
  | { type: 'requested' }
  | { type: 'located'; coordinates: Coordinates }
  | { type: 'failed'; code?: number; reason?: string }
  | { type: 'declined' }
  | { type: 'saving' }
  | { type: 'saved' }
  | { type: 'save-failed'; message: string }

export interface Step {
  state: LocationState
  /** Device storage shall hold this from now on. */
  remember?: Remembered
  /** The position shall be asked for. */
  locate?: true
}

export const NOTHING_KNOWN: LocationState = {
  status: 'prompt',
  coordinates: null,
  loading: false,
  error: null,
  initialized: false,
  revoked: false,
}

const NOTHING: Remembered = { permission: null, coordinates: null }
// A refusal takes the last position with it: the privacy policy promises so.
const REFUSED: Remembered = { permission: 'denied', coordinates: null }

// GeolocationPositionError.PERMISSION_DENIED
const PERMISSION_DENIED = 1

const denied = (state: LocationState, error: string | null): LocationState => ({
  ...state,
  status: 'denied',
  coordinates: null,
  loading: false,
  error,
  revoked: false,
})

function check(before: LocationState, browser: BrowserPermission, stored: Remembered): Step {
  const state = { ...before, initialized: true }
  if (browser === 'unsupported') return { state: denied(state, messages.noGeolocation) }
  if (browser === 'denied') return { state: denied(state, state.error), remember: REFUSED }
  if (stored.permission === 'granted') {
    if (browser === 'prompt')
      return { state: { ...state, status: 'prompt', coordinates: null, revoked: true }, remember: NOTHING }
    const granted = { ...state, status: 'granted' as const, revoked: false }
    return stored.coordinates
      ? { state: { ...granted, coordinates: stored.coordinates } }
      : { state: { ...granted, coordinates: null, loading: true, error: null }, locate: true }
  }
  if (stored.permission === 'denied')
    return { state: denied(state, null), ...(stored.coordinates && { remember: REFUSED }) }
  // Nobody was asked yet, or everything was cleared. What the browser allows, the visitor has not yet allowed us.
  return { state: { ...state, status: 'prompt', coordinates: null } }
}

function fail(state: LocationState, code: number | undefined, reason: string | undefined): Step {
  const error = reason ? messages.locationFailed(reason) : messages.locationRequestUnknown
  return code === PERMISSION_DENIED
    ? { state: denied(state, error), remember: REFUSED }
    : { state: { ...state, loading: false, error } }
}

export function step(state: LocationState, event: LocationEvent): Step {
  switch (event.type) {
    case 'checked':
      return check(state, event.browser, event.stored)
    case 'requested':
      return { state: { ...state, loading: true, error: null }, locate: true }
    case 'located': {
      const { coordinates } = event
      return {
        state: { ...state, status: 'granted', coordinates, loading: false, error: null, revoked: false },
        remember: { permission: 'granted', coordinates },
      }
    }
    case 'failed':
      return fail(state, event.code, event.reason)
    case 'declined':
      return { state: denied(state, null), remember: REFUSED }
    case 'saving':
      return { state: { ...state, loading: true } }
    case 'saved':
      return { state: { ...state, loading: false, error: null } }
    case 'save-failed':
      return { state: { ...state, loading: false, error: event.message } }
  }
}
