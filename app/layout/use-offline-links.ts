import { useEffect } from 'react'
import { messages } from '../../contract/messages.ts'
import { useToast } from '../ui/toast.tsx'

const leadsToAnotherPage = (link: HTMLAnchorElement) =>
  link.protocol.startsWith('http') &&
  link.origin === location.origin &&
  link.pathname + link.search !== location.pathname + location.search

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
      showToast(messages.networkError, { severity: 'error' })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [showToast])
}
