// Insights over all events that somebody runs. Every chart is a table whose rows are bars.
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import type { InsightsOverEvents } from '../../../contract/insights.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage, Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Title } from '../../ui/title.tsx'
import style from './insights-section.module.css'
import { ShareTable, type ShareRow } from './share-table.tsx'
import * as words from './insights-words.tsx'

type Figures = InsightsOverEvents

/** As many as are looked at without scrolling far. */
const SHOWN_FIRST = 10

const number = (value: number) => value.toLocaleString('en')

type Row = Figures['events'][number]

const nameOf = (event: Row) => (
  <>
    <Link to={`/events/${event.eventId}/manage?tab=insights`}>
      <Title of={event} />
    </Link>
    <span className={style.when}>
      {[formatDate(event.startTime, event.timeZone), ...words.factsOf(event)].join(' · ')}
    </span>
  </>
)

const bookedOf = ({ booked, capacity }: Row) => words.outOf(number(booked), number(capacity))

const comingRow = (event: Row) => ({
  key: event.eventId,
  name: nameOf(event),
  share: event.booked / event.capacity,
  cells: [bookedOf(event)],
})

const pastRow = (event: Row) => {
  const share = (event.came ?? 0) / Math.max(1, event.booked)
  const came = event.came === null ? '–' : `${number(event.came)} (${words.percent(share)})`
  return { key: event.eventId, name: nameOf(event), share, cells: [bookedOf(event), came] }
}

interface EventsProps {
  title: string
  columns: string[]
  events: Row[]
  rowOf: (event: Row) => ShareRow
}

function Events({ title, columns, events, rowOf }: EventsProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? events : events.slice(0, SHOWN_FIRST)
  if (events.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ShareTable caption={title} columns={columns} rows={shown.map(rowOf)} />
      {shown.length < events.length && (
        <div>
          <Button look="outlined" onClick={() => setWhole(true)}>
            {words.showAll(number(events.length))}
          </Button>
        </div>
      )}
    </>
  )
}

const People = ({ people }: { people: Figures['people'] }) => (
  <>
    <h2>{words.whoComesAgain}</h2>
    {people ? (
      <ShareTable
        caption={words.peopleAtLastEvents}
        columns={[words.atLastEvents, 'People']}
        rows={[
          {
            key: 'once',
            name: words.cameToOne,
            share: people.once / (people.once + people.several),
            cells: [people.once],
          },
          {
            key: 'several',
            name: words.cameToMore,
            share: people.several / (people.once + people.several),
            cells: [people.several],
          },
        ]}
      />
    ) : (
      <p className={style.quiet}>{words.aboutComingAgain}</p>
    )}
  </>
)

function Sources({ sources }: { sources: Figures['sources'] }) {
  const most = Math.max(1, ...sources.map(({ seats }) => seats))
  return (
    <>
      <h2>{words.wherePeopleCameFrom}</h2>
      {sources.length === 0 ? (
        <p className={style.quiet}>{words.aboutWhere}</p>
      ) : (
        <ShareTable
          caption={words.wherePeopleCameFrom}
          columns={['From', 'Booked', 'Came']}
          rows={sources.map((source) => ({
            key: words.sourceText(source),
            name: words.sourceText(source),
            share: source.seats / most,
            cells: [number(source.seats), `${number(source.came)} (${words.percent(source.came / source.seats)})`],
          }))}
        />
      )}
      <p className={style.quiet}>{words.makeNamedLink}</p>
    </>
  )
}

const Advice = ({ advice }: { advice: Figures['advice'] }) => (
  <>
    <h2>{words.howManyBookings}</h2>
    {advice.length === 0 ? (
      <p className={style.quiet}>{words.aboutAdvice}</p>
    ) : (
      <ul>
        {advice.map((one) => (
          <li key={one.weekday}>{words.adviceText(one)}</li>
        ))}
      </ul>
    )}
  </>
)

function Download() {
  const { isBusy, outcome, act } = useAct(words.fileNotPrepared)
  const download = () =>
    act(async () => {
      const csv = await (await loadApi()).insights.csv()
      saveCsv('events.csv', csv)
      return undefined
    })
  return (
    <>
      <FormMessage {...outcome} />
      <div>
        <Button look="outlined" disabled={isBusy} onClick={() => void download()}>
          {words.downloadCsv}
        </Button>
      </div>
    </>
  )
}

export function OverEvents() {
  const { loaded, reload } = useCall('insights over events', (api) => api.insights.overEvents())
  if (loaded.state === 'loading') return <Spinner label={words.loadingInsights} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{failureSentence(loaded.error, words.insightsNotLoaded)}</p>
      </TryAgain>
    )
  const { events, people, sources, filledAgain, advice } = loaded.value
  if (events.length === 0)
    return (
      <Notice>
        <p>{words.noEventsYet}</p>
        <ButtonLink to="/create-event">{words.createEvent}</ButtonLink>
      </Notice>
    )
  return (
    <div className={style.parts}>
      <Events
        title={words.turnoutByEvent}
        columns={['Event', 'Booked', 'Came']}
        events={events.filter(({ isOver }) => isOver)}
        rowOf={pastRow}
      />
      <Events
        title={words.comingUp}
        columns={['Event', 'Booked']}
        events={events.filter(({ isOver }) => !isOver).reverse()}
        rowOf={comingRow}
      />
      <Advice advice={advice} />
      <People people={people} />
      <Sources sources={sources} />
      <h2>{words.placesFilled}</h2>
      <p>{words.filledText(filledAgain)}</p>
      <Download />
    </div>
  )
}
