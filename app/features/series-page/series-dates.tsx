import { useEffect, useRef, useState, type FormEvent } from 'react'
import { SERIES } from '../../../contract/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FormMessage, Notice } from '../../ui/message.tsx'
import { DateList } from './date-list.tsx'
import type { ShownSeries } from './shown-series.ts'
import { Standing, TICKETS } from './standing.tsx'
import { useDates, type IfFull } from './use-dates.tsx'
import style from './series-page.module.css'
import * as words from './words.tsx'

const IF_FULL: { value: IfFull; label: string }[] = [
  { value: 'wait', label: 'Wait' },
  { value: 'skip', label: words.skipIt },
  { value: 'refuse', label: words.bookNone },
]

const tickedIn = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[name="date"]:checked:not(:disabled)') ?? []),
]

/** The dates, several of which are booked in one press. The ticks are the page's own: they work before its code does. */
export function SeriesDates({ series }: { series: ShownSeries }) {
  const { user } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [count, setCount] = useState(0)
  const [tickets, setTickets] = useState('1')
  const [ifFull, setIfFull] = useState<IfFull>('wait')
  const mine = useCall(user?.id ?? null, (api) => api.series.mine({ params: { seriesId: series.id } }))
  const own = mine.loaded.state === 'loaded' ? mine.loaded.value : null
  const untick = () => {
    form.current?.reset()
    setCount(0)
  }
  const { step, answers, press, fail } = useDates(series, () => {
    untick()
    mine.refresh()
  })
  useEffect(() => setCount(tickedIn(form.current).length), [own])

  const tick = () => setCount(tickedIn(form.current).length)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const eventIds = tickedIn(form.current).map(({ value }) => Number(value))
    if (eventIds.length === 0) return fail(words.tickOne)
    if (eventIds.length > SERIES.bookedAtOnce) return fail(words.tickAtMost(SERIES.bookedAtOnce))
    press({ eventIds, numberOfTickets: Number(tickets), ifFull, ...(series.key && { key: series.key }) })
  }

  const isBooking = step.name === 'booking'
  const { dates } = series
  const isMine = (id: number) => own?.dates.some(({ eventId }) => eventId === id)
  const canBookMore = dates.some(({ id, canBeTicked }) => canBeTicked && !isMine(id))
  const state = words.stateText(series)
  return (
    <div className={style.columns}>
      <form ref={form} id="dates" className={style.main} onSubmit={submit}>
        <h2 id="dates-heading">Dates</h2>
        {state !== null && <Notice>{state}</Notice>}
        {dates.length > 0 && (
          <DateList
            dates={dates}
            own={own?.dates ?? []}
            answers={answers}
            title={series.title}
            venue={dates[0]?.venue ?? ''}
            isBusy={isBooking}
            canBeTicked={dates.some(({ canBeTicked }) => canBeTicked)}
            onTick={tick}
          />
        )}
      </form>
      <div className={style.aside}>
        {/* What was answered stays to be read. */}
        {(canBookMore || step.name !== 'idle') && (
          <section className={style.panel} aria-labelledby="several-heading">
            <h2 id="several-heading">{words.bookSeveralDates}</h2>
            <p className="quiet" role="status">
              {words.chosenText(count)}
            </p>
            <Choice label={words.ticketsForEachDate} options={TICKETS} value={tickets} onValueChange={setTickets} />
            <Choice label={words.ifDateIsFull} options={IF_FULL} value={ifFull} onValueChange={setIfFull} />
            <FormMessage
              problem={step.name === 'failed' ? step.problem : null}
              success={step.name === 'answered' ? step.summary : null}
            />
            <Button type="submit" form="dates" wide disabled={isBooking} aria-busy={isBooking}>
              {isBooking ? 'BOOKING...' : count > 1 ? words.bookDates(count) : 'BOOK'}
            </Button>
          </section>
        )}
        {series.standingAllowed && (
          <Standing series={series} standing={own?.standing ?? null} onChange={mine.refresh} />
        )}
      </div>
    </div>
  )
}
