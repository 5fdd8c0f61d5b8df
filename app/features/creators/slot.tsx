import { lazy, Suspense } from 'react'

const LazyFollowed = lazy(() => import('./followed-creators.tsx'))

/** Whom a member follows, beside the notices that this brings. */
export const FollowedCreators = () => (
  <Suspense fallback={null}>
    <LazyFollowed />
  </Suspense>
)
