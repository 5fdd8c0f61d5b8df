// The two lists of the section Guests: who has booked, and who waits.
import { formatDate } from '../../../contract/dates.ts'
import type { Guest, WaitingGuest } from '../../../contract/guests.ts'
import { Button } from '../../ui/button.tsx'
import { answerLines, guestText, passedOverText, stateText, wishText } from './guest-words.ts'
import style from './guests-section.module.css'
import { pictureUrl } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'

/** Somebody's small round photo beside their name; nothing where there is none. Says nothing that the name beside it does not. */
function Photo({ path }: { path: string | undefined }) {
  const { imageBase } = useSettings()
  return path ? (
    <img className={style.photo} src={pictureUrl(imageBase, path)} alt="" width="36" height="36" loading="lazy" />
  ) : null
}

interface GuestsProps {
  guests: Guest[]
  timeZone: string
  isOver: boolean
  onTakeBack: (guest: Guest) => void
  /** Missing where no messages can be sent now. */
  onMessage?: (guest: Guest) => void
}

export const GuestList = ({ guests, timeZone, isOver, onTakeBack, onMessage }: GuestsProps) => (
  <ul role="list" className={style.rows} aria-label="Guests">
    {guests.map((guest) => (
      <li key={guest.ticketId} className={style.row}>
        <strong className="row middle gap-10">
          <Photo path={guest.photo} />
          {guest.name}
        </strong>
        <span className={style.quiet}>{guest.email ?? 'Added by name'}</span>
        <span className={style.facts}>
          {guestText(guest, isOver)}
          <span className={style.quiet}> · booked {formatDate(guest.bookedAt, timeZone)}</span>
        </span>
        {answerLines(guest).map((text) => (
          <span key={text} className={style.facts}>
            {text}
          </span>
        ))}
        <span className={style.acts}>
          {/* A guest by name has no account, and so no way to say that they want no messages. */}
          {onMessage && !guest.isByName && (
            <Button
              look="text"
              className={style.act}
              aria-label={`Message ${guest.name}`}
              onClick={() => onMessage(guest)}
            >
              Message
            </Button>
          )}
          {guest.admitted === 0 && !isOver && (
            <Button
              look="text"
              className={style.act}
              aria-label={`Remove ${guest.name}`}
              onClick={() => onTakeBack(guest)}
            >
              Remove
            </Button>
          )}
        </span>
      </li>
    ))}
  </ul>
)

const sentence = (text: string) => (text ? `${text}.` : '')

export const WaitingList = ({ waiting }: { waiting: WaitingGuest[] }) => (
  <ol role="list" className={style.rows} aria-label="Waiting list">
    {waiting.map((entry) => (
      <li key={entry.entryId} className={style.entry}>
        <span className={style.place}>{entry.place}</span>
        <div className={style.person}>
          <strong>{entry.name}</strong>
          <span className={style.quiet}>{entry.email}</span>
          <span className={style.facts}>
            {[wishText(entry), stateText(entry), passedOverText(entry)].filter(Boolean).map(sentence).join(' ')}
          </span>
        </div>
      </li>
    ))}
  </ol>
)
