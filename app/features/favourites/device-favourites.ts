// What a visitor has saved: ids on the device, the newest first, until they sign in.
import { SAVED } from '../../../contract/limits.ts'
import { readStored, removeStored, store } from '../../lib/device-storage.ts'

export const DEVICE_FULL = `This device can keep ${SAVED.onDevice} saved events. Log in to save more.`

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Whatever was stored: it may have been written by hand, or by a version to come. */
export function readDevice(): number[] {
  try {
    const kept: unknown = JSON.parse(readStored('favourites') ?? '[]')
    return Array.isArray(kept) ? [...new Set(kept.filter(isId))].slice(0, SAVED.onDevice) : []
  } catch {
    return []
  }
}

function writeDevice(ids: number[]) {
  if (ids.length === 0) removeStored('favourites')
  else store('favourites', JSON.stringify(ids))
}

/** False: there is no room for one more. */
export function keepOnDevice(eventId: number): boolean {
  const kept = readDevice()
  if (kept.includes(eventId)) return true
  if (kept.length >= SAVED.onDevice) return false
  writeDevice([eventId, ...kept])
  return true
}

/** No longer saved, or in the account now. */
export function dropFromDevice(...eventIds: number[]) {
  writeDevice(readDevice().filter((id) => !eventIds.includes(id)))
}
