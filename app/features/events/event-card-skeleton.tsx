import style from './event-card-skeleton.module.css'

/** Holds a card's place while it is loading. */
export const EventCardSkeleton = () => (
  <li className={style.card} aria-hidden="true">
    <div className={style.picture} />
    <div className={style.line} />
    <div className={style.title} />
    <div className={style.line} />
  </li>
)
