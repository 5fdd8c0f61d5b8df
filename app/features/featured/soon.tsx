import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import style from './soon.module.css'

export const FeaturedSoon = () => (
  <li className={style.inactive}>
    <span aria-disabled="true">Featured Events</span> <ComingSoonBadge />
  </li>
)
