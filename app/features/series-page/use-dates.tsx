import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { SeriesBooking } from '../../../contract/series-visitors.ts'
import { ask } from '../../data/ask.ts'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { failureSentence, failureStatus, logFailure } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useContinued } from '../../session/use-continued.ts'
import { EventPicture } from '../events/slot.tsx'
import type { ShownSeries } from './shown-series.ts'
import { Title } from '../../ui/title.tsx'
import * as words from './words.tsx'

export type IfFull = 'refuse' | 'skip' | 'wait'

export interface DatesWish {
  eventIds: number[]
  numberOfTickets: number
  ifFull: IfFull
  /** Of the link to an unlisted series. */
  key?: string
}

type Step = { name: 'idle' | 'booking' } | { name: 'failed'; problem: string } | { name: 'answered'; summary: string }

/** Several dates in one press. Sent again after a lost response, each date is booked once. */
export function useDates(series: ShownSeries, onAnswered: () => void) {
  const { id: seriesId, picture } = series
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const [answers, setAnswers] = useState<SeriesBooking[]>([])
  const attempt = useAttemptKey()
  const { revalidate } = useRevalidator()

  const press = useContinued({
    name: 'dates',
    reason: (
      <p>
        <EventPicture event={picture} sizes="72px" width={72} />
        <span>{words.logInToBook(<Title of={series} />)}</span>
      </p>
    ),
    send: async (body: DatesWish) => {
      setStep({ name: 'booking' })
      try {
        const input = { params: { seriesId }, headers: { 'idempotency-key': attempt.keyFor(body) }, body }
        const { dates } = await ask(async () => (await loadApi()).series.book(input))
        attempt.forget()
        setAnswers((before) => [...before.filter(({ eventId }) => !body.eventIds.includes(eventId)), ...dates])
        setStep({ name: 'answered', summary: words.summaryOf(dates) })
        onAnswered()
      } catch (error) {
        if (failureStatus(error) === 401) {
          setStep({ name: 'idle' })
          throw error
        }
        logFailure('The booking of several dates failed', error)
        setStep({ name: 'failed', problem: failureSentence(error, words.datesNotBooked) })
      }
      await revalidate()
    },
  })

  const fail = (problem: string) => setStep({ name: 'failed', problem })
  return { step, answers, press, fail }
}
