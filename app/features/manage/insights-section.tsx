// The section Insights of the manage screen: sums and ranges, each chart with a table. Loaded when somebody opens the screen.
import { Link } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { hasEnded } from '../../../contract/event-status.ts'
import type { Insights } from '../../../contract/insights.ts'
import { useCall } from '../../data/use-call.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { DayBars } from './day-bars.tsx'
import { PosterLink } from './poster-link.tsx'
import { Section } from './section.tsx'
import style from './insights-section.module.css'
import { ShareTable } from './share-table.tsx'
import { Turnout } from './turnout.tsx'
import * as words from './insights-words.tsx'

const askedOf = ({ open, accepted, declined, expired }: NonNullable<Insights['requests']>) =>
  open + accepted + declined + expired

function Numbers({ insights: { sold, capacity, givenBack, waiting, letIn, requests } }: { insights: Insights }) {
  const numbers: [string, string][] = [
    ['Booked', words.outOf(sold.toLocaleString('en'), capacity.toLocaleString('en'))],
    [words.givenBack, givenBack.seats.toLocaleString('en')],
    ['Waiting', waiting.toLocaleString('en')],
    [words.letIn, letIn.toLocaleString('en')],
    ...(requests
      ? [[words.requestsAccepted, words.outOf(requests.accepted, askedOf(requests))] as [string, string]]
      : []),
  ]
  return (
    <dl className={style.numbers}>
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sources({ sources }: { sources: Insights['sources'] }) {
  const most = sources[0]?.seats ?? 1
  if (sources.length === 0) return <p className={style.quiet}>{words.nobodyHasBooked}</p>
  return (
    <ShareTable
      caption={words.whereBookingsCameFrom}
      columns={['From', 'Bookings', 'Tickets']}
      rows={sources.map((source) => ({
        key: words.sourceText(source),
        name: words.sourceText(source),
        share: source.seats / most,
        cells: [source.bookings.toLocaleString('en'), source.seats.toLocaleString('en')],
      }))}
    />
  )
}

export function InsightsSection({ event }: { event: Event }) {
  const { loaded, reload } = useCall(`insights ${event.id}`, (api) =>
    api.insights.get({ params: { eventId: event.id } }),
  )
  if (loaded.state === 'loading') return <Spinner label={words.loadingInsights} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.insightsNotLoaded}</p>
      </TryAgain>
    )
  const insights = loaded.value
  return (
    <Section id="insights-heading" title="Insights">
      <div className={style.parts}>
        <Numbers insights={insights} />
        <Turnout event={event} insights={insights} isOver={hasEnded(event, new Date())} />
        <h3>{words.bookingsByDay}</h3>
        <DayBars days={insights.days} />
        <h3>{words.whereTheyCameFrom}</h3>
        <Sources sources={insights.sources} />
        <PosterLink event={event} />
        <p>
          <Link to="/insights" className={style.all}>
            {words.seeAllEvents}
          </Link>
        </p>
      </div>
    </Section>
  )
}
