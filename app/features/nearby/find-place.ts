// Where this device is. The exact place stays here; only a rounded one is ever in an address.
import { GEOLOCATION_OPTIONS } from '../../../contract/limits.ts'
import { keepExactPlace, knownPlace, type Point } from '../../lib/distance.ts'

const ask = () =>
  new Promise<Point>((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new Error('Geolocation is not supported by this browser.'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ message }) => reject(new Error(`Error getting location: ${message}`)),
      GEOLOCATION_OPTIONS,
    )
  })

/** What is known is used without asking again; the browser asks the visitor otherwise. */
export async function findPlace(): Promise<Point> {
  const place = knownPlace() ?? (await ask())
  keepExactPlace(place)
  return place
}
