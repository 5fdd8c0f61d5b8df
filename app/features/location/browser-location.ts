// The browser's side of the keeper's ports.
import { ApiError } from '../../../contract/api-error.ts'
import { messages } from '../../../contract/messages.ts'
import { geolocation, geolocationPermission } from '../../lib/device-position.ts'
import { failureSentence, Sentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { BrowserPermission, Coordinates } from './location-machine.ts'

export async function browserPermission(): Promise<BrowserPermission> {
  if (!geolocation()) return 'unsupported'
  return (await geolocationPermission())?.state ?? 'unknown'
}

export function onPermissionChange(listener: () => void): () => void {
  let stop = () => undefined as void
  void geolocationPermission().then((status) => {
    status?.addEventListener('change', listener)
    stop = () => status?.removeEventListener('change', listener)
  })
  return () => stop()
}

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
