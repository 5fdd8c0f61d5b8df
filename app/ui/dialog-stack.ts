// Which modal dialogs are open, the topmost last. Everything outside the topmost is inert, so a message must stand in it.
import { useSyncExternalStore } from 'react'

let open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const change = (next: HTMLDialogElement[]) => {
  open = next
  for (const listener of listeners) listener()
}

export const enterStack = (dialog: HTMLDialogElement) => change([...open.filter((other) => other !== dialog), dialog])
export const leaveStack = (dialog: HTMLDialogElement) => change(open.filter((other) => other !== dialog))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const topmost = () => open.at(-1) ?? null

export const useTopmostDialog = () => useSyncExternalStore(subscribe, topmost, () => null)
