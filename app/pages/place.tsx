import { SITE } from '../../contract/site.ts'
import { useParams } from 'react-router'
import { FriendPlace } from '../features/tickets/friend-place.tsx'
import style from '../features/tickets/own-ticket.module.css'
import type { PageHandle } from '../lib/page-handle.ts'
import { Page } from '../ui/page.tsx'

// The place is asked for in the browser, so the page is the same for every code and knows none of them.
export const handle: PageHandle = { variant: () => 'any place' }

// Anybody with the address has the place.
export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

export const meta = () => [
  { title: `Your Place · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function PlacePage() {
  const { code = '' } = useParams()
  return (
    <Page narrow className={style.page}>
      <div className={style.parts}>
        <FriendPlace key={code} code={code} />
      </div>
    </Page>
  )
}
