import { Link } from 'react-router'
import style from './creator-link.module.css'

/** From an event to its creator's page. A stranger wrote what is there, so nothing is vouched for. */
export const CreatorLink = ({ id, name }: { id: number; name: string }) => (
  <p className={style.by}>
    Organised by{' '}
    <Link to={`/creators/${id}`} rel="ugc nofollow noopener">
      {name}
    </Link>
  </p>
)
