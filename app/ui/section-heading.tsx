import { Link } from 'react-router'
import { classes } from '../lib/classes.ts'
import { ComingSoonBadge } from './coming-soon.tsx'
import style from './section-heading.module.css'

interface Props {
  id: string
  title: string
  /** Where See All leads; none without it. */
  to?: string
  disabled?: boolean
}

export const SectionHeading = ({ id, title, to, disabled }: Props) => (
  <div className={style.heading}>
    <div className={style.title}>
      <h2 id={id}>{title}</h2>
      {disabled && <ComingSoonBadge />}
    </div>
    {to && !disabled && (
      <Link to={to} className={style.seeAll} prefetch="intent" aria-label={`See All ${title}`}>
        See All
      </Link>
    )}
    {to && disabled && (
      <span className={classes(style.seeAll, style.off)} aria-disabled="true">
        See All
      </span>
    )}
  </div>
)
