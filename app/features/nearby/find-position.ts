// Where this device is. The exact position stays here; only a rounded one is ever in an address.
import { GEOLOCATION_OPTIONS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { keepExactPosition, knownPosition, type Point } from '../../lib/distance.ts'
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
export async function findPosition(): Promise<Point> {
  const position = knownPosition() ?? (await ask())
  keepExactPosition(position)
  return position
}
