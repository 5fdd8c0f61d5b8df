import { useEffect, useRef, useState } from 'react'
import { zoneShortName } from '../../../contract/dates.ts'
import { offsetMinutes } from '../../../contract/zoned-time.ts'
import { whenIdle } from '../../lib/when-idle.ts'

interface Props {
  at: string
  timeZone: string
}

/** Follows a time: the zone's short name, where the viewer's clock shows another time than the event's. */
export const ZoneName = ({ at, timeZone }: Props) => (
  <NameOfZone key={`${at} ${timeZone}`} at={at} timeZone={timeZone} />
)

// The server writes down how far the event's clocks are ahead: a browser that finds its own the same need not load the
// tables of all zones, 110 ms on the phone of bench/first-visit.ts.
function NameOfZone({ at, timeZone }: Props) {
  const element = useRef<HTMLSpanElement>(null)
  const [name, setName] = useState('')
  useEffect(
    () =>
      whenIdle(() => {
        const moment = new Date(at)
        if (Number.isNaN(moment.getTime())) return
        const written = element.current?.dataset.offset
        const theirs = written === undefined ? offsetMinutes(at, timeZone) : Number(written)
        if (theirs !== -moment.getTimezoneOffset()) setName(` ${zoneShortName(at, timeZone)}`)
      }),
    [at, timeZone],
  )
  const offset =
    typeof document === 'undefined' && !Number.isNaN(Date.parse(at)) ? offsetMinutes(at, timeZone) : undefined
  return (
    <span ref={element} data-offset={offset} suppressHydrationWarning>
      {name}
    </span>
  )
}
