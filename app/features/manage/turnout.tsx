import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import type { EventStatus } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import type { Insights } from '../../../contract/insights.ts'
import { expectedText, extraPlacesText, KIND_WORDS, outcomeText, percent, restsOn } from './insights-words.ts'
import { Title } from '../../ui/title.tsx'
import style from './insights-section.module.css'
import { ShareTable } from './share-table.tsx'

export const Range = ({ low, high, seats, came }: { low: number; high: number; seats: number; came?: number }) => (
  <span className={style.range} aria-hidden="true">
    <span style={{ left: `${(low / seats) * 100}%`, width: `${(Math.max(high - low, 0.5) / seats) * 100}%` }} />
    {came !== undefined && came > 0 && <i style={{ left: `${Math.min(1, came / seats) * 100}%` }} />}
  </span>
)

function Expected({ turnout }: { turnout: NonNullable<Insights['turnout']> }) {
  return (
    <>
      <p className={style.figure}>
        <strong className={style.large}>{expectedText(turnout)}</strong> will probably come
        <Range {...turnout} />
      </p>
      <p className={style.quiet}>{restsOn(turnout)} It’s about the whole event, never about one person.</p>
      <details>
        <summary>How we got this</summary>
        <ShareTable
          caption="How we got the expected turnout"
          columns={['Bookings', 'Tickets', 'Chance']}
          rows={turnout.basis.map(({ kind, seats, chance }) => ({
            key: kind,
            name: KIND_WORDS[kind],
            share: seats / turnout.seats,
            cells: [seats.toLocaleString('en'), percent(chance)],
          }))}
        />
      </details>
    </>
  )
}

const Said = ({ forecast, isOver }: { forecast: NonNullable<Insights['forecast']>; isOver: boolean }) => (
  <>
    <p className={style.figure}>
      <strong className={style.large}>{expectedText(forecast)}</strong> were expected when it started
      <Range {...forecast} />
    </p>
    <p>{isOver ? outcomeText(forecast) : `${forecast.came.toLocaleString('en')} of them are in so far.`}</p>
  </>
)

/** Why there is no range. */
const NOTHING: Partial<Record<EventStatus, string>> = {
  cancelled: 'It’s cancelled, so nobody is expected.',
  postponed: 'Once it has a new date, you’ll see here how many will come.',
}

interface Props {
  event: Event
  insights: Insights
  isOver: boolean
}

export function Turnout({ event, insights: { turnout, forecast, pastEvents, extraPlaces, capacity }, isOver }: Props) {
  return (
    <>
      <h3>Turnout</h3>
      {turnout && <Expected turnout={turnout} />}
      {forecast && <Said forecast={forecast} isOver={isOver} />}
      {!turnout && !forecast && (
        <p className={style.quiet}>
          {isOver
            ? 'We had no estimate when it started.'
            : (NOTHING[event.status ?? 'published'] ?? 'Once someone has booked, you’ll see here how many will come.')}
        </p>
      )}
      {extraPlaces && !isOver && <p>{extraPlacesText(extraPlaces, capacity)}</p>}
      {pastEvents.length > 0 && (
        <details>
          <summary>Turnout of past events</summary>
          <ShareTable
            caption="Turnout of past events"
            columns={['Event', 'Booked', 'Came']}
            rows={pastEvents.map(({ startTime, seats, came, ...past }) => ({
              key: past.eventId,
              name: (
                <>
                  <Link to={`/events/${past.eventId}`}>
                    <Title of={past} />
                  </Link>
                  <span className={style.when}>{formatDate(startTime, event.timeZone)}</span>
                </>
              ),
              share: came / seats,
              cells: [seats.toLocaleString('en'), `${came.toLocaleString('en')} (${percent(came / seats)})`],
            }))}
          />
        </details>
      )}
    </>
  )
}
