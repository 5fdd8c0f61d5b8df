import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { knownPosition, type Point } from '../../lib/distance.ts'
import { searchAddress } from '../../lib/search-address.ts'
import { Notice } from '../../ui/message.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { EventRow, type EventCardData } from '../events/slot.tsx'
import { around, todayNear, type TodayNear } from './load-near.ts'
import style from './nearby.module.css'
import { soonWords } from './soon-words.ts'

const DAYS = [
  ['today', 'Today'],
  ['tomorrow', 'Tomorrow'],
  ['weekend', 'Weekend'],
] as const

const MINUTE_MS = 60_000

function useNow() {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * The page is the same for everybody: the head script marks a device whose place is known, styles show this section there
 * with its space, and the events come by a call.
 */
export default function TodaySection({ onShown }: { onShown: (events: readonly EventCardData[]) => void }) {
  const [here, setHere] = useState<Point | null>(null)
  const [found, setFound] = useState<TodayNear | 'failed' | null>(null)
  const now = useNow()
  const tellShown = useEffectEvent(onShown)
  useEffect(() => {
    // Learnt after the page was painted, a place has no space of its own: the section comes with the next page.
    const known = 'place' in document.documentElement.dataset ? knownPosition() : null
    if (!known) return
    let isCurrent = true
    setHere(known)
    todayNear(known, new Date()).then(
      (today) => {
        if (!isCurrent) return
        setFound(today)
        tellShown(today.events)
      },
      () => isCurrent && setFound('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [])

  const parts = here ? around(here) : {}
  const loaded = found === 'failed' ? null : found
  const events = now && loaded ? loaded.events.map((event) => ({ ...event, reason: soonWords(event, now) })) : []
  return (
    <section className={style.today}>
      <SectionHeading id="today" title={loaded?.isToday === false ? 'Next near you' : 'Today near you'} />
      <nav aria-label="Days" className={style.days}>
        {DAYS.map(([when, name]) => (
          <Link key={when} to={searchAddress({ ...parts, when })} className={style.day}>
            {name}
          </Link>
        ))}
      </nav>
      <div className={style.todayPlace} aria-busy={found === null}>
        {events.length > 0 && <EventRow events={events} labelledBy="today" />}
        {found !== null && events.length === 0 && (
          <div className={style.question}>
            <Notice>
              <p>{found === 'failed' ? 'Events near you could not be loaded.' : 'Nothing on near you yet.'}</p>
              <Link to="/events">Browse Events</Link>
            </Notice>
          </div>
        )}
      </div>
    </section>
  )
}
