import { SITE } from '../../contract/site.ts'
import { data } from 'react-router'
import { ComingUp } from '../features/events/coming-up.tsx'
import { NotFound } from '../layout/not-found.tsx'

export const loader = () => data(null, { status: 404 })

export const meta = () => [{ title: `404 Page Not Found · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return (
    <>
      <NotFound />
      <ComingUp />
    </>
  )
}
