// The browser's side of the keeper's ports.
import { ApiError } from '../../../contract/api-error.ts'
import { GEOLOCATION_OPTIONS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { failureSentence, Sentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { BrowserPermission, Coordinates } from './location-machine.ts'

// Typed as always there; old browsers and pages without https lack them.
const geolocation = () => ('geolocation' in navigator ? navigator.geolocation : undefined)

const permissionStatus = async () => {
  try {
    return await navigator.permissions.query({ name: 'geolocation' })
  } catch {
    return null
  }
}

export async function browserPermission(): Promise<BrowserPermission> {
  if (!geolocation()) return 'unsupported'
  return (await permissionStatus())?.state ?? 'unknown'
}

export function onPermissionChange(listener: () => void): () => void {
  let stop = () => undefined as void
  void permissionStatus().then((status) => {
    status?.addEventListener('change', listener)
    stop = () => status?.removeEventListener('change', listener)
  })
  return () => stop()
}

export const locate = () =>
  new Promise<Coordinates>((resolve, reject) => {
    const device = geolocation()
    if (!device) throw new Error(messages.noGeolocation)
    device.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      reject,
      GEOLOCATION_OPTIONS,
    )
  })

/** The server's message, else the one for a failed lookup, else the one for an unknown error. */
export function saveFailure(error: unknown): string {
  return failureSentence(error, error instanceof ApiError ? messages.citySaveFailed : messages.locationSaveUnknown)
}

export async function saveLocation(coordinates: Coordinates) {
  try {
    return (await (await loadApi()).geo.saveLocation({ body: coordinates })).city
  } catch (error) {
    throw new Sentence(saveFailure(error))
  }
}
