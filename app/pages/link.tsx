import { SITE } from '../../contract/site.ts'
import { useParams } from 'react-router'
import { MailLink } from '../features/mail-links/mail-link.tsx'
import type { PageHandle } from '../lib/page-handle.ts'
import { Page } from '../ui/page.tsx'
import style from '../features/tickets/own-ticket.module.css'

// What it is about is asked for in the browser, so the page is the same for every link and knows none of them.
export const handle: PageHandle = { variant: () => 'any link' }

// Anybody with the address can act on it: it is passed to nobody else, and nothing of it is stored.
export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

export const meta = () => [
  { title: `Your Link · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function LinkPage() {
  const { token = '' } = useParams()
  return (
    <Page narrow className={style.page}>
      <MailLink key={token} token={token} />
    </Page>
  )
}
