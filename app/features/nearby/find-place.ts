// Where this device is. The exact place stays here; only a rounded one is ever in an address.
import { GEOLOCATION_OPTIONS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { keepExactPlace, knownPlace, type Point } from '../../lib/distance.ts'
import { Sentence } from '../../lib/failure.ts'

const ask = () =>
  new Promise<Point>((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new Sentence(messages.noGeolocation))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ message }) => reject(new Sentence(messages.locationFailed(message))),
      GEOLOCATION_OPTIONS,
    )
  })

/** What is known is used without asking again; the browser asks the visitor otherwise. */
export async function findPlace(): Promise<Point> {
  const place = knownPlace() ?? (await ask())
  keepExactPlace(place)
  return place
}
