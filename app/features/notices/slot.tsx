import { lazy, Suspense } from 'react'
import { Spinner } from '../../ui/spinner.tsx'

const LazyPanel = lazy(() => import('./notices-panel.tsx'))

/** Which notices a member gets: on /notices, and wherever settings are shown. */
export const NoticesPanel = () => (
  <Suspense fallback={<Spinner label="Loading your notifications" />}>
    <LazyPanel />
  </Suspense>
)
