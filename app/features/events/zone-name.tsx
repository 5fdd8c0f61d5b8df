import { useEffect, useRef, useState } from 'react'
import { zoneShortName } from '../../../contract/dates.ts'
import { DEFAULT_TIME_ZONE, offsetMinutes } from '../../../contract/zoned-time.ts'
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

/**
 * What the server writes down for a browser: how far the event's clocks are ahead, and their zone's short name. Most
 * visitors have the home zone's clock, so a name that they will see is there from the start: coming later it would move
 * everything below it.
 */
function written(at: string, timeZone: string) {
  if (!isServer || Number.isNaN(Date.parse(at))) return { data: {}, text: '' }
  const [offset, zone] = [offsetMinutes(at, timeZone), zoneShortName(at, timeZone)]
  const isAtHome = timeZone === DEFAULT_TIME_ZONE || offset === offsetMinutes(at, DEFAULT_TIME_ZONE)
  return { data: { 'data-offset': offset, 'data-zone': zone }, text: isAtHome ? '' : ` ${zone}` }
}

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
        // React knows of no name here, and would leave the server's.
        else if (element.current) element.current.textContent = ''
      }),
    [at, timeZone],
  )
  const { data, text } = written(at, timeZone)
  return (
    <span ref={element} {...data} suppressHydrationWarning>
      {isServer ? text : name}
    </span>
  )
}
