import { Link } from 'react-router'
import { eventPath } from '../../../contract/event-access.ts'
import { formatDate, formatTime, formatWeekday } from '../../../contract/dates.ts'
import { amountsOf } from '../../../contract/price.ts'
import type { SeriesBooking } from '../../../contract/series-visitors.ts'
import { classes } from '../../lib/classes.ts'
import { useSettings } from '../../lib/settings.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import type { SeriesDate } from './shown-series.ts'
import { Title } from '../../ui/title.tsx'
import style from './series-page.module.css'
import * as words from './words.tsx'

export interface OwnDate {
  eventId: number
  numberOfTickets: number
  isWaiting: boolean
}

interface Props {
  dates: SeriesDate[]
  own: OwnDate[]
  answers: SeriesBooking[]
  /** What most of them have, which is said above. */
  title: string
  venue: string
  isBusy: boolean
  /** Of a draft, for example, no date can be. */
  canBeTicked: boolean
  onTick: () => void
}

const ownState = ({ numberOfTickets }: OwnDate) =>
  numberOfTickets > 0 ? words.youAreGoing(ticketCount(numberOfTickets)) : words.onWaitingList

const answerState = ({ outcome, message }: SeriesBooking) =>
  outcome === 'booked' ? 'Booked' : outcome === 'waiting' ? words.onWaitingList : (message ?? words.notBooked)

/** What belongs to the person comes after the page and takes the place of another text of one line. */
function DateRow({ date, own, answer, ...row }: Omit<Props, 'dates' | 'own' | 'answers'> & RowProps) {
  const { id, startTime, timeZone, state } = date
  const { currency } = useSettings()
  const when = `${startTime} ${timeZone}`
  const [isCalled, isAt] = [date.title !== row.title, date.venue !== row.venue]
  const price = date.price === undefined ? '' : ` · ${amountsOf({ paid: true }, currency)(date.price)}`
  const shown = own ? ownState(own) : answer ? answerState(answer) : `${state}${price}`
  return (
    <li className={classes(style.row, date.status === 'cancelled' && style.off)}>
      <label className={style.date}>
        {row.canBeTicked && (
          <input
            type="checkbox"
            name="date"
            value={id}
            className={style.tick}
            disabled={!date.canBeTicked || own !== undefined || row.isBusy}
            aria-describedby={`state-${id}`}
            onChange={row.onTick}
          />
        )}
        <span>
          <WrittenText
            key={when}
            className={style.when}
            text={() =>
              `${formatWeekday(startTime, timeZone)} ${formatDate(startTime, timeZone)} · ${formatTime(startTime, timeZone)}`
            }
          />
          {(isCalled || isAt) && (
            <span className={style.other}>
              {isCalled && <Title of={date} />}
              {isCalled && isAt && ' · '}
              {isAt && date.venue}
            </span>
          )}
          <span
            id={`state-${id}`}
            className={classes(style.state, (own || answer?.outcome === 'booked') && style.mine)}
          >
            {shown}
          </span>
        </span>
      </label>
      <Link to={eventPath(date)} className={style.details}>
        Details<span className="visually-hidden"> {words.ofThisDate}</span>
      </Link>
    </li>
  )
}

interface RowProps {
  date: SeriesDate
  own: OwnDate | undefined
  answer: SeriesBooking | undefined
}

export const DateList = ({ dates, own, answers, ...row }: Props) => (
  <ul role="list" className={style.dates} aria-labelledby="dates-heading">
    {dates.map((date) => (
      <DateRow
        key={date.id}
        date={date}
        own={own.find(({ eventId }) => eventId === date.id)}
        answer={answers.find(({ eventId }) => eventId === date.id)}
        {...row}
      />
    ))}
  </ul>
)
