// Carries out what the machine decides: asks the browser, keeps storage in step, saves to the backend once.
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import {
  NOTHING_KNOWN,
  step,
  type BrowserPermission,
  type Coordinates,
  type LocationEvent,
  type LocationState,
  type Remembered,
} from './location-machine.ts'

export interface LocationPorts {
  browserPermission: () => Promise<BrowserPermission>
  /** Rejects with the browser's GeolocationPositionError. */
  locate: () => Promise<Coordinates>
  read: () => Remembered
  remember: (remembered: Remembered) => void
  /** Resolves to the name of the town; rejects with an error whose message is for a person. */
  save: (coordinates: Coordinates) => Promise<string | void>
  onChange: (state: LocationState) => void
  /** Something failed, and no dialog is open that would show it. */
  onProblem: (message: string) => void
  /** Somebody has just allowed it, and this is where they are. */
  onTown?: (town: string) => void
}

export function createLocationKeeper(ports: LocationPorts) {
  let state = NOTHING_KNOWN
  /** Who is here, once it is known; coordinates are kept with a member, so a sign-in saves them again. */
  let visitor: string | null = null
  let saved: string | undefined
  // After Allow was pressed, say what came of it; a start that reads what was kept says nothing.
  let isAwaited = false

  function take(event: LocationEvent) {
    const next = step(state, event)
    const isNews = next.state.error !== null && next.state.error !== state.error
    if (next.remember) ports.remember(next.remember)
    state = next.state
    ports.onChange(state)
    // While it is undecided the dialog shows it; every other step closes the dialog, or there was none.
    if (isNews && state.error && state.status !== 'prompt') ports.onProblem(state.error)
    if (next.locate) void locate()
    void saveOnce()
  }

  async function locate() {
    try {
      const coordinates = await ports.locate()
      saved = undefined
      take({ type: 'located', coordinates })
    } catch (error) {
      const { code, message } = error as { code?: number; message?: string }
      take({ type: 'failed', code, reason: message })
    }
  }

  async function saveOnce() {
    const { status, coordinates } = state
    if (status !== 'granted' || !coordinates || visitor === null) return
    const what = `${visitor} ${coordinates.lat},${coordinates.lng}`
    if (what === saved) return
    saved = what
    take({ type: 'saving' })
    try {
      const town = await ports.save(coordinates)
      take({ type: 'saved' })
      if (isAwaited && town) ports.onTown?.(town)
      isAwaited = false
    } catch (error) {
      take({ type: 'save-failed', message: failureSentence(error, messages.locationSaveUnknown) })
    }
  }

  return {
    /** At the start, and whenever storage or the browser's permission has changed elsewhere. */
    async check() {
      const browser = await ports.browserPermission()
      take({ type: 'checked', browser, stored: ports.read() })
    },
    request() {
      isAwaited = true
      take({ type: 'requested' })
    },
    decline: () => take({ type: 'declined' }),
    setVisitor(who: string | null) {
      visitor = who
      void saveOnce()
    },
  }
}

export type LocationKeeper = ReturnType<typeof createLocationKeeper>
