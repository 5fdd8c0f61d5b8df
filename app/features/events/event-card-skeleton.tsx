import style from './event-card-skeleton.module.css'

// A row of them says that more is coming.
const SKELETONS = 4

/** Holds a card's place while it is loading. */
const EventCardSkeleton = () => (
  <li className={style.card} aria-hidden="true">
    <div className={style.picture} />
    <div className={style.line} />
    <div className={style.title} />
    <div className={style.line} />
  </li>
)

export const Skeletons = () => Array.from({ length: SKELETONS }, (_, index) => <EventCardSkeleton key={index} />)
