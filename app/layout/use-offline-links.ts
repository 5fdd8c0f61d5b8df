import { useEffect } from 'react'
import { firstViewMessages } from '../../contract/first-view-messages.ts'
import { useToast } from '../ui/toast.tsx'

const leadsToAnotherPage = (link: HTMLAnchorElement) =>
  link.protocol.startsWith('http') &&
  link.origin === location.origin &&
  link.pathname + link.search !== location.pathname + location.search

/** My Bookings and the tickets in it: the service worker answers page loads with what was kept of them. */
const isKept = (link: HTMLAnchorElement) =>
  /^\/my-bookings(\/\d+)?$/.test(link.pathname) && Boolean(navigator.serviceWorker?.controller)

const isPlainPress = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

/**
 * Without a network a link would end at the browser's own error page and take this one away. A ticket is always opened by
 * a page load, which the worker sees: at a crowded door a phone says that it is online, and the ticket's code would be
 * waited for, or fail and leave the person at the list.
 */
export function useOfflineLinks() {
  const showToast = useToast()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const link = event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || !leadsToAnotherPage(link)) return
      const opensTicket = isKept(link) && link.pathname !== '/my-bookings' && isPlainPress(event)
      if (navigator.onLine && !opensTicket) return
      event.preventDefault()
      event.stopPropagation()
      if (isKept(link)) return location.assign(link.href)
      showToast(firstViewMessages.networkError, { severity: 'error' })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [showToast])
}
