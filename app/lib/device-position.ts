// Where this device is, as its browser says.
import { GEOLOCATION_OPTIONS } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import type { Point } from './distance.ts'

/** Typed as always there; old browsers and pages without https lack it. */
export const geolocation = () => ('geolocation' in navigator ? navigator.geolocation : undefined)

export async function geolocationPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'geolocation' })
  } catch {
    return null
  }
}

/** The browser asks the visitor unless it was allowed before. Rejects with its error. */
export const devicePosition = () =>
  new Promise<Point>((resolve, reject) => {
    const device = geolocation()
    if (!device) throw new Error(messages.noGeolocation)
    device.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      reject,
      GEOLOCATION_OPTIONS,
    )
  })

/** Without a question: null where it was not allowed before, or cannot be found now. */
export async function allowedPosition(): Promise<Point | null> {
  if ((await geolocationPermission())?.state !== 'granted') return null
  return devicePosition().catch(() => null)
}
