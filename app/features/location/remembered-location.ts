// locationPermission and userCoordinates in device storage.
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import type { Coordinates, Remembered } from './location-machine.ts'

/** Anybody can write there; what is no place on Earth counts as nothing. */
export function parseCoordinates(text: string | null): Coordinates | null {
  if (!text) return null
  try {
    const { lat, lng } = JSON.parse(text) as Partial<Record<'lat' | 'lng', unknown>>
    if (typeof lat !== 'number' || typeof lng !== 'number') return null
    return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
  } catch {
    return null
  }
}

export function readRemembered(): Remembered {
  const permission = readStored('locationPermission')
  return {
    permission: permission === 'granted' || permission === 'denied' ? permission : null,
    coordinates: parseCoordinates(readStored('userCoordinates')),
  }
}

export function remember({ permission, coordinates }: Remembered) {
  if (coordinates) store('userCoordinates', JSON.stringify(coordinates))
  else removeStored('userCoordinates')
  if (permission) store('locationPermission', permission)
  else removeStored('locationPermission')
}
