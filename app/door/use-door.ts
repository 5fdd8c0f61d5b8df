import { useEffect, useSyncExternalStore } from 'react'
import type { Door } from './door.ts'
import { signal } from './signals.ts'
import { listenForWedge } from './wedge.ts'

// Counts of the other doors are as old as this at most.
const ROUND_MS = 3_000

export const useDoorView = (door: Door) => useSyncExternalStore(door.subscribe, () => door.view)

/** Background Sync is not everywhere: the queue is sent in rounds, and at once when the network or the person comes back. */
export function useRounds(door: Door) {
  useEffect(() => {
    const round = () => {
      if (document.visibilityState === 'visible') void door.sync()
    }
    const timer = setInterval(round, ROUND_MS)
    addEventListener('online', round)
    document.addEventListener('visibilitychange', round)
    return () => {
      clearInterval(timer)
      removeEventListener('online', round)
      document.removeEventListener('visibilitychange', round)
    }
  }, [door])
}

export function useWarningBeforeClosing(unsent: number) {
  const isNeeded = unsent > 0
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

/** The screen stays on while the door is in view, where the phone can do that. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    void take()
    const retake = () => void take()
    document.addEventListener('visibilitychange', retake)
    return () => {
      document.removeEventListener('visibilitychange', retake)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}

export const useWedge = (door: Door) => useEffect(() => listenForWedge((code) => void door.scan(code)), [door])

/** Sounds once for each verdict. */
export function useSignals(door: Door) {
  const { shown } = useDoorView(door)
  const kind = shown?.verdict.kind
  useEffect(() => {
    if (kind) signal(kind)
  }, [shown?.turn, kind])
}
