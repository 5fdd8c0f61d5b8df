// Colour mode: follows the system until somebody chooses.
import { readStored, removeStored, store } from './device-storage.ts'

export type ColourMode = 'system' | 'light' | 'dark'

/**
 * Runs in the head before anything is painted, so that no mode flashes. Kept short: it is part of every page. React makes
 * errors when it is loaded, never to throw them; for the lines of their stacks V8 reads all of React a second time. From
 * entry.client.tsx on, stacks are as usual.
 */
export const HEAD_SCRIPT = `Error.stackTraceLimit=0;try{var m=localStorage.getItem('theme-mode');if(m==='light'||m==='dark')document.documentElement.dataset.theme=m}catch{}`

export const readColourMode = (): ColourMode => {
  const mode = readStored('theme-mode')
  return mode === 'light' || mode === 'dark' ? mode : 'system'
}

export function setColourMode(mode: ColourMode) {
  if (mode === 'system') {
    removeStored('theme-mode')
    delete document.documentElement.dataset.theme
  } else {
    store('theme-mode', mode)
    document.documentElement.dataset.theme = mode
  }
}
