import { useEffect } from 'react'
import { messages } from '../../contract/messages.ts'
import { useToast } from '../ui/toast.tsx'

const leadsToAnotherPage = (link: HTMLAnchorElement) =>
  link.protocol.startsWith('http') &&
  link.origin === location.origin &&
  link.pathname + link.search !== location.pathname + location.search

/** My Bookings and the tickets in it: the service worker shows what was kept of them. */
const isKept = (link: HTMLAnchorElement) =>
  /^\/my-bookings(\/\d+)?$/.test(link.pathname) && Boolean(navigator.serviceWorker?.controller)

/** Without a network a link would end at the browser's own error page and take this one away. */
export function useOfflineLinks() {
  const showToast = useToast()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (navigator.onLine || !(event.target instanceof Element)) return
      const link = event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || !leadsToAnotherPage(link)) return
      event.preventDefault()
      event.stopPropagation()
      // By a page load, which the worker sees.
      if (isKept(link)) return location.assign(link.href)
      showToast(messages.networkError, { severity: 'error' })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [showToast])
}
