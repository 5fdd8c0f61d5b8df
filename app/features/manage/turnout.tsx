import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import type { Insights } from '../../../contract/insights.ts'
import { Title } from '../../ui/title.tsx'
import style from './insights-section.module.css'
import { ShareTable } from './share-table.tsx'
import * as words from './insights-words.tsx'

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
        {words.willComeText(
          <strong className={style.large}>{words.expectedText(turnout)}</strong>,
          <Range {...turnout} />,
        )}
      </p>
      <p className={style.quiet}>{words.aboutEstimate(words.restsOn(turnout))}</p>
      <details>
        <summary>{words.howWeGotThis}</summary>
        <ShareTable
          caption={words.howWeGotTurnout}
          columns={['Bookings', 'Tickets', 'Chance']}
          rows={turnout.basis.map(({ kind, seats, chance }) => ({
            key: kind,
            name: words.KIND_WORDS[kind],
            share: seats / turnout.seats,
            cells: [seats.toLocaleString('en'), words.percent(chance)],
          }))}
        />
      </details>
    </>
  )
}

const Said = ({ forecast, isOver }: { forecast: NonNullable<Insights['forecast']>; isOver: boolean }) => (
  <>
    <p className={style.figure}>
      {words.wereExpected(
        <strong className={style.large}>{words.expectedText(forecast)}</strong>,
        <Range {...forecast} />,
      )}
    </p>
    <p>{isOver ? words.outcomeText(forecast) : words.inSoFar(forecast.came.toLocaleString('en'))}</p>
  </>
)

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
          {isOver ? words.hadNoEstimate : (words.NO_RANGE[event.status ?? 'published'] ?? words.onceBooked)}
        </p>
      )}
      {extraPlaces && !isOver && <p>{words.extraPlacesText(extraPlaces, capacity)}</p>}
      {pastEvents.length > 0 && (
        <details>
          <summary>{words.turnoutOfPast}</summary>
          <ShareTable
            caption={words.turnoutOfPast}
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
              cells: [seats.toLocaleString('en'), `${came.toLocaleString('en')} (${words.percent(came / seats)})`],
            }))}
          />
        </details>
      )}
    </>
  )
}
