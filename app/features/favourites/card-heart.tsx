import { classes } from '../../lib/classes.ts'
import { HeartIcon } from '../../ui/icons.tsx'
import style from './heart.module.css'
import { useFavourite } from './use-favourite.ts'

export interface CardHeartProps {
  event: { id: number; title: string }
  /** On a card that lies flat on a phone. */
  isDense?: boolean
}

/** In the corner of a card's picture. Beside the link and not within it: a link holds no buttons. */
export default function CardHeart({ event: { id, title }, isDense = false }: CardHeartProps) {
  const { isSaved, toggle } = useFavourite(id)
  return (
    <button
      type="button"
      aria-label={`Save ${title}`}
      aria-pressed={isSaved}
      className={classes(style.heart, style.onCard, isDense && style.onDense)}
      onClick={toggle}
    >
      <HeartIcon />
    </button>
  )
}
