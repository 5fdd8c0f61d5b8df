import { useEffect, useRef, useState } from 'react'
import { DAY } from '../../../contract/durations.ts'
import { formatWeekday } from '../../../contract/dates.ts'
import { offsetMinutes } from '../../../contract/zoned-time.ts'
import { daysUntil, daysUntilByOffset } from '../../lib/days-until.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import style from './event-facts.module.css'

interface Props {
  startTime: string
  timeZone: string
}

const NEAR = ['Today', 'Tomorrow']

/**
 * What the server writes down for a browser: how far the event's clocks are ahead, unless they change in the days around
 * it. With that a browser need not load the tables of all zones, 110 ms on the phone of bench/first-visit.ts.
 */
function steadyOffset(startTime: string, timeZone: string): number | undefined {
  const start = Date.parse(startTime)
  if (typeof document !== 'undefined' || Number.isNaN(start)) return undefined
  const [before, after] = [-3, 2].map((days) => offsetMinutes(new Date(start + days * DAY).toISOString(), timeZone))
  return before === after ? before : undefined
}

/**
 * 'Thu'; on the day itself 'Today'. The page is the same for everybody and kept, so the browser looks at its calendar. Give
 * it a `key` of what it is made of: what the server has written holds for one event.
 */
export function DayChip({ startTime, timeZone }: Props) {
  const element = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState<string>()
  useEffect(
    () =>
      whenIdle(() => {
        if (Number.isNaN(Date.parse(startTime))) return
        const { offset } = element.current?.dataset ?? {}
        const now = new Date()
        const days = offset ? daysUntilByOffset(startTime, Number(offset), now) : daysUntil(startTime, timeZone, now)
        setNear(NEAR[days])
      }),
    [startTime, timeZone],
  )
  return (
    <span ref={element} className={style.chip} data-offset={steadyOffset(startTime, timeZone)} suppressHydrationWarning>
      {near ?? <WrittenText key={`${startTime} ${timeZone}`} text={() => formatWeekday(startTime, timeZone)} />}
    </span>
  )
}
