import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ShuffleIcon } from '../../ui/screen-icons.tsx'
import style from './live-card.module.css'
import * as words from './words.tsx'

interface Props {
  card: ReactNode
  /** Missing where the event has its own picture. */
  onShuffle?: () => void
}

/** The event as guests will see it, while it is being written. */
export const LiveCard = ({ card, onShuffle }: Props) => (
  <section className={style.live} aria-label={words.asGuestsSeeIt}>
    <p className={style.label}>{words.asGuestsSeeIt}</p>
    {/* A preview of the fields: inert, and hidden from screen readers, which have the fields. */}
    <div className={style.card} inert>
      {card}
    </div>
    {onShuffle && (
      <div className={style.poster}>
        <p className={style.hint}>{words.drewPoster}</p>
        <Button look="outlined" onClick={onShuffle}>
          <ShuffleIcon /> Shuffle
        </Button>
      </div>
    )}
  </section>
)
