import { IconButton } from '../../ui/button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import style from './heart.module.css'
import { useFavourite } from './use-favourite.ts'

/** On the event's own page. Its name stays; that it is pressed says the rest. */
export default function FavouriteButton({ eventId }: { eventId: number }) {
  const { isSaved, toggle } = useFavourite(eventId)
  return (
    <IconButton label="Add to favorites" aria-pressed={isSaved} className={style.heart} onClick={toggle}>
      <HeartIcon />
    </IconButton>
  )
}
