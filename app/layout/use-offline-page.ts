import { useEffect } from 'react'
import { useSettings } from '../lib/settings.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** Without a network our page says so, not the browser's: the service worker brings it along (features/offline/worker.ts). */
export function useOfflinePage() {
  const { keepsTickets } = useSettings()
  useEffect(() => {
    if (!keepsTickets || !('serviceWorker' in navigator)) return
    const register = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // Nobody asked for it; the next visit tries again.
    return whenIdle(() => void register().catch(() => undefined))
  }, [keepsTickets])
}
