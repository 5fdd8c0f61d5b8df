import { SITE } from '../../contract/site.ts'
import { data } from 'react-router'
import style from '../features/events/event-parts.module.css'
import { NotFound } from '../layout/not-found.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Page } from '../ui/page.tsx'

const { Part: OtherEvents } = lazyPart(() => import('../features/events/other-events.tsx'))

export const loader = () => data(null, { status: 404 })

export const meta = () => [{ title: `404 Page Not Found · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return (
    <>
      <NotFound />
      <Page className={style.others}>
        <OtherEvents />
      </Page>
    </>
  )
}
