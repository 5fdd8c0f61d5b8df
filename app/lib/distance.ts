// How far away something is, and what of the visitor's position leaves the device: a tenth of a degree, never the exact one.
import { readStored } from './device-storage.ts'

export interface Point {
  lat: number
  lng: number
}

const EARTH_RADIUS_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

export function kmBetween(one: Point, other: Point): number {
  const [dLat, dLng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)]
  const square =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, square)))
}

const distanceLabel = (km: number) => (km < 1 ? 'less than 1 km away' : `${Math.round(km)} km away`)

// Towns lie at three decimals (scripts/make-cities.ts); a venue's own position is given more exactly.
const isTownsCentre = ({ lat, lng }: Point) => [lat, lng].every((degrees) => Number(degrees.toFixed(3)) === degrees)

/** How far away, or, where only its town is known, which that is: every event there would be as far as the town's centre. */
export const awayLabel = (km: number, at: Point, town: string | null | undefined) =>
  town && isTownsCentre(at) ? `in ${town}` : distanceLabel(km)

// -0 would be written as another position than 0.
const tenth = (degrees: number) => (Math.round(degrees * 10) / 10 || 0).toFixed(1)

/** As an address has it: '53.3,-6.3'. */
export const roundedPosition = ({ lat, lng }: Point) => `${tenth(lat)},${tenth(lng)}`

/** Rounding moves a position by less than this: half a tenth of a degree to the north and to the east. */
export const ROUNDING_KM = 8

let exact: Point | null = null

export const keepExactPosition = (position: Point) => {
  exact = position
}

function storedPosition(): Point | null {
  try {
    const { lat, lng } = JSON.parse(readStored('userCoordinates') ?? '{}') as Partial<Point>
    return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
  } catch {
    return null
  }
}

/** Where this device is, if it is what was rounded to this position. */
export function exactPositionOf(near: string): Point | null {
  const known = exact ?? storedPosition()
  return known && roundedPosition(known) === near ? known : null
}

export const knownPosition = (): Point | null =>
  exact ?? (readStored('locationPermission') === 'granted' ? storedPosition() : null)
