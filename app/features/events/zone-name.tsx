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

const isServer = typeof document === 'undefined'

/** What the server writes down for a browser: how far the event's clocks are ahead, and their zone's short name. */
const written = (at: string, timeZone: string) =>
  isServer && !Number.isNaN(Date.parse(at))
    ? { 'data-offset': offsetMinutes(at, timeZone), 'data-zone': zoneShortName(at, timeZone) }
    : {}

// With what the server has written a browser need not load the tables of all zones, 110 ms on the phone of
// bench/first-visit.ts.
function NameOfZone({ at, timeZone }: Props) {
  const element = useRef<HTMLSpanElement>(null)
  const [name, setName] = useState('')
  useEffect(
    () =>
      whenIdle(() => {
        const moment = new Date(at)
        if (Number.isNaN(moment.getTime())) return
        const { offset, zone } = element.current?.dataset ?? {}
        const theirs = offset === undefined ? offsetMinutes(at, timeZone) : Number(offset)
        if (theirs !== -moment.getTimezoneOffset()) setName(` ${zone ?? zoneShortName(at, timeZone)}`)
      }),
    [at, timeZone],
  )
  return (
    <span ref={element} {...written(at, timeZone)} suppressHydrationWarning>
      {name}
    </span>
  )
}
