import { useEffect, useState } from 'react'
import { formatWeekday } from '../../../contract/dates.ts'
import { daysUntil } from '../../lib/days-until.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import style from './event-facts.module.css'

interface Props {
  startTime: string
  timeZone: string
}

const NEAR = ['Today', 'Tomorrow']

/** 'Thu'; on the day itself 'Today'. The page is the same for everybody and kept, so the browser looks at its calendar. */
export function DayChip({ startTime, timeZone }: Props) {
  const [near, setNear] = useState<string>()
  useEffect(
    () =>
      whenIdle(() => {
        if (!Number.isNaN(Date.parse(startTime))) setNear(NEAR[daysUntil(startTime, timeZone, new Date())])
      }),
    [startTime, timeZone],
  )
  return (
    <span className={style.chip}>
      {near ?? <WrittenText key={`${startTime} ${timeZone}`} text={() => formatWeekday(startTime, timeZone)} />}
    </span>
  )
}
