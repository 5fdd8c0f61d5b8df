import { useEffect, useEffectEvent } from 'react'

/** Somebody comes back to this tab, and what it shows may be old. */
export function useOnReturn(callback: () => void) {
  const latest = useEffectEvent(callback)
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible') latest()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
