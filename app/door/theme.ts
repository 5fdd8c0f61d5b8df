// Doors are dark places, and a bright screen blinds: dark unless somebody on this device chose light, say in the sun.
import { readStored, store } from '../lib/device-storage.ts'

export type DoorTheme = 'dark' | 'light'

export const readDoorTheme = (): DoorTheme => (readStored('door-theme') === 'light' ? 'light' : 'dark')

/** As chosen; the page itself comes dark, so that nothing flashes. */
export const showDoorTheme = () => (document.documentElement.dataset.theme = readDoorTheme())

export function setDoorTheme(theme: DoorTheme) {
  store('door-theme', theme)
  showDoorTheme()
}
