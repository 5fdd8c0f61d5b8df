import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import style from './creator-head.module.css'

/** From an event to its creator's page, with rel="ugc": a stranger wrote what is there. */
export const CreatorLink = ({ id, name }: { id: number; name: string }) => (
  <p className={style.by}>
    Organised by{' '}
    <Link to={`/creators/${id}`} rel="ugc nofollow noopener">
      {name}
    </Link>
  </p>
)

const LazyFollowed = lazy(() => import('./followed-creators.tsx'))

/** Whom a member follows, beside the notices that this brings. */
export const FollowedCreators = () => (
  <Suspense fallback={null}>
    <LazyFollowed />
  </Suspense>
)
