import { useEffect, useEffectEvent } from 'react'

/** Runs when somebody comes back to this tab, which may show old data. */
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
