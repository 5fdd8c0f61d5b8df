import { useState } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence, failureStatus } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { ticketCount } from '../../lib/seat-words.ts'
import { useContinued } from '../../session/use-continued.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { EventPicture } from '../events/slot.tsx'
import type { ShownSeries } from './shown-series.ts'
import { Title } from '../../ui/title.tsx'
import style from './series-page.module.css'
import * as words from './words.tsx'

export const TICKETS = Array.from({ length: TICKETS_PER_BOOKING.max }, (_, index) => {
  const value = String(index + 1)
  return { value, label: value }
})

interface Props {
  series: Pick<ShownSeries, 'id' | 'title' | 'language' | 'timeZone' | 'picture'>
  standing: { numberOfTickets: number; since: string } | null
  onChange: () => void
}

type Step = { name: 'idle' | 'sending' } | { name: 'failed'; problem: string } | { name: 'done'; words: string }

/** The dates that are there are booked at once, every new one before others see it. 0 tickets end it. */
export function Standing({ series, standing, onChange }: Props) {
  const { id: seriesId, timeZone, picture } = series
  const [tickets, setTickets] = useState('1')
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const press = useContinued({
    name: 'standing',
    reason: (
      <p>
        <EventPicture event={picture} sizes="72px" width={72} />
        <span>{words.logInForEvery(<Title of={series} />)}</span>
      </p>
    ),
    send: async (numberOfTickets: number) => {
      setStep({ name: 'sending' })
      try {
        const params = { seriesId }
        await ask(async () => {
          const { series } = await loadApi()
          return numberOfTickets > 0 ? series.stand({ params, body: { numberOfTickets } }) : series.leave({ params })
        })
        setStep({
          name: 'done',
          words: numberOfTickets > 0 ? words.bookedForEvery : words.noNewDates,
        })
        onChange()
      } catch (error) {
        setStep({ name: 'idle' })
        if (failureStatus(error) === 401) throw error
        setStep({ name: 'failed', problem: failureSentence(error) })
      }
    },
  })

  return (
    <section className={style.panel} aria-labelledby="standing-heading">
      <h2 id="standing-heading">{words.bookMeForEvery}</h2>
      <p className="quiet">{words.aboutStanding}</p>
      {standing ? (
        <p className="strong">
          {words.ticketsSince(ticketCount(standing.numberOfTickets), formatDate(standing.since, timeZone))}
        </p>
      ) : (
        <Choice label={words.ticketsForEachDate} options={TICKETS} value={tickets} onValueChange={setTickets} />
      )}
      <FormMessage
        problem={step.name === 'failed' ? step.problem : null}
        success={step.name === 'done' ? step.words : null}
      />
      <Button
        look="outlined"
        wide
        disabled={step.name === 'sending'}
        onClick={() => press(standing ? 0 : Number(tickets))}
      >
        {standing ? words.endThis : words.bookMeForEvery}
      </Button>
    </section>
  )
}
