// The two lists of the section Guests: who has booked, and who waits.
import { formatDate } from '../../../contract/dates.ts'
import type { Guest, GuestSort, WaitingGuest } from '../../../contract/guests.ts'
import { Button } from '../../ui/button.tsx'
import type { Sorting } from './use-guests.ts'
import style from './guests-section.module.css'
import { pictureUrl } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import * as words from './guest-words.ts'

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

type RowProps = Omit<GuestsProps, 'guests'> & { guest: Guest }

const Acts = ({ guest, isOver, onTakeBack, onMessage }: RowProps) => (
  <>
    {/* A guest by name has no account, and so no way to say that they want no messages. */}
    {onMessage && !guest.isByName && (
      <Button
        look="text"
        className={style.act}
        aria-label={words.messageGuest(guest.name)}
        onClick={() => onMessage(guest)}
      >
        Message
      </Button>
    )}
    {guest.admitted === 0 && !isOver && (
      <Button
        look="text"
        className={style.act}
        aria-label={words.removeGuest(guest.name)}
        onClick={() => onTakeBack(guest)}
      >
        Remove
      </Button>
    )}
  </>
)

const Name = ({ guest: { photo, name } }: { guest: Guest }) => (
  <span className="row middle gap-10">
    <Photo path={photo} />
    <span dir="auto">{name}</span>
  </span>
)

/** On a phone. */
export const GuestList = ({ guests, timeZone, isOver, ...acts }: GuestsProps) => (
  <ul role="list" className={style.rows} aria-label="Guests">
    {guests.map((guest) => (
      <li key={guest.ticketId} className={style.row}>
        <strong>
          <Name guest={guest} />
        </strong>
        <span className={style.quiet}>{guest.email ?? words.addedByName}</span>
        <span className={style.facts}>
          {words.guestText(guest, isOver)}
          <span className={style.quiet}> {words.bookedOn(formatDate(guest.bookedAt, timeZone))}</span>
        </span>
        {words.answerLines(guest).map((text) => (
          <span key={text} className={style.facts}>
            {text}
          </span>
        ))}
        <span className={style.acts}>
          <Acts guest={guest} timeZone={timeZone} isOver={isOver} {...acts} />
        </span>
      </li>
    ))}
  </ul>
)

const COLUMNS: { sort: GuestSort; name: string; first: Sorting['order'] }[] = [
  { sort: 'name', name: 'Guest', first: 'ascending' },
  { sort: 'places', name: 'Places', first: 'descending' },
  // Who is missing is what one looks for.
  { sort: 'in', name: 'In', first: 'ascending' },
  { sort: 'booked', name: 'Booked', first: 'descending' },
]

interface SortedProps {
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

function SortedHead({ sorting, onSort }: SortedProps) {
  return (
    <tr>
      {COLUMNS.map(({ sort, name, first }) => {
        const order = sorting.sort === sort ? sorting.order : undefined
        const other = order === 'ascending' ? 'descending' : 'ascending'
        return (
          <th key={sort} scope="col" aria-sort={order}>
            <button type="button" className={style.sort} onClick={() => onSort({ sort, order: order ? other : first })}>
              {name}
              <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
            </button>
          </th>
        )
      })}
      <td />
    </tr>
  )
}

/** Where there is room. A press on a heading sorts all guests, and not only those that are loaded. */
export const GuestTable = ({ guests, timeZone, isOver, sorting, onSort, ...acts }: GuestsProps & SortedProps) => (
  <table className={style.table} aria-label="Guests">
    <thead>
      <SortedHead sorting={sorting} onSort={onSort} />
    </thead>
    <tbody>
      {guests.map((guest) => (
        <tr key={guest.ticketId}>
          <th scope="row">
            <Name guest={guest} />
            <span className={style.quiet}>{guest.email ?? words.addedByName}</span>
          </th>
          <td>
            {words.placesText(guest)}
            {words.answerLines(guest).map((text) => (
              <span key={text} className={style.quiet}>
                {text}
              </span>
            ))}
          </td>
          <td>{words.presenceText(guest, isOver)}</td>
          <td>{formatDate(guest.bookedAt, timeZone)}</td>
          <td>
            <span className={style.acts}>
              <Acts guest={guest} timeZone={timeZone} isOver={isOver} {...acts} />
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const sentence = (text: string) => (text ? `${text}.` : '')

export const WaitingList = ({ waiting }: { waiting: WaitingGuest[] }) => (
  <ol role="list" className={style.rows} aria-label={words.waitingList}>
    {waiting.map((entry) => (
      <li key={entry.entryId} className={style.entry}>
        <span className={style.place}>{entry.place}</span>
        <div className={style.person}>
          <strong>{entry.name}</strong>
          <span className={style.quiet}>{entry.email}</span>
          <span className={style.facts}>
            {[words.wishText(entry), words.stateText(entry), words.passedOverText(entry)]
              .filter(Boolean)
              .map(sentence)
              .join(' ')}
          </span>
        </div>
      </li>
    ))}
  </ol>
)
