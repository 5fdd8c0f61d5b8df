// Colour mode: follows the system until somebody chooses.
import { readStored, store } from './device-storage.ts'

export type ColourMode = 'system' | 'light' | 'dark'

/**
 * Runs in the head before anything is painted, so that no mode flashes. Also marks whether a place or a session is known on
 * this device: pages are the same for everybody, and styles keep space for what only those people will see. Kept short: it
 * is part of every page.
 */
export const HEAD_SCRIPT = `try{var g=function(k){return localStorage.getItem(k)},d=document.documentElement.dataset,m=g('theme-mode');if(m==='light'||m==='dark')d.theme=m;if(g('locationPermission')==='granted'&&g('userCoordinates'))d.place='';if(g('token'))d.member=''}catch{}`

export const readColourMode = (): ColourMode => {
  const mode = readStored('theme-mode')
  return mode === 'light' || mode === 'dark' ? mode : 'system'
}

const systemScheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** One key for what was chosen, one for the colours that it means. */
export function setColourMode(mode: ColourMode) {
  store('theme-mode', mode)
  store('theme-scheme', mode === 'system' ? systemScheme() : mode)
  if (mode === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = mode
}
