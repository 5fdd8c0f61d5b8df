import { Link } from 'react-router'
import style from './breadcrumbs.module.css'

/** Home > the page. */
export const Breadcrumbs = ({ here }: { here: string }) => (
  <nav aria-label="Breadcrumb">
    <ol role="list" className={style.list}>
      <li>
        <Link to="/" className={style.link}>
          Home
        </Link>
      </li>
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)
