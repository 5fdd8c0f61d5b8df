// Which modal dialogs are open, the topmost last. Everything outside the topmost is inert, so a message must be in it.
// One that nobody asked for (the location question) waits until no other is open, and makes room when one opens.
import { useSyncExternalStore } from 'react'

let open: HTMLDialogElement[] = []
let asked: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const announce = () => {
  for (const listener of listeners) listener()
}

const without = (dialogs: HTMLDialogElement[], dialog: HTMLDialogElement) => dialogs.filter((other) => other !== dialog)

/** Before a dialog that somebody asked for is shown: those that nobody asked for close, and give back the focus. */
export function takeFloor(dialog: HTMLDialogElement) {
  for (const other of open) if (!asked.includes(other)) other.close()
  open = open.filter((other) => asked.includes(other))
  asked = [...without(asked, dialog), dialog]
  announce()
}

/** Once it is shown. */
export function enterStack(dialog: HTMLDialogElement) {
  open = [...without(open, dialog), dialog]
  announce()
}

export function leaveStack(dialog: HTMLDialogElement) {
  open = without(open, dialog)
  asked = without(asked, dialog)
  announce()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const topmost = () => open.at(-1) ?? null
export const isFloorFree = () => asked.length === 0

export const useTopmostDialog = () => useSyncExternalStore(subscribe, topmost, () => null)
export const useFloorIsFree = () => useSyncExternalStore(subscribe, isFloorFree, () => true)
