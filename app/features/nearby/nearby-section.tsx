import { useEffect, useEffectEvent, useState } from 'react'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { classes } from '../../lib/classes.ts'
import { knownPosition, type Point } from '../../lib/distance.ts'
import { failureSentence } from '../../lib/failure.ts'
import { searchAddress } from '../../lib/search-address.ts'
import { Button } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { EventRow, type EventCardData } from '../events/slot.tsx'
import { findPosition } from './find-position.ts'
import { around, loadNear, todayNear } from './load-near.ts'
import style from './nearby.module.css'

type Nearby =
  | { state: 'unknown' }
  | { state: 'loading' }
  | { state: 'failed'; sentence: string }
  | { state: 'found'; events: EventCardData[] }

/** The nearest first. What the row of today shows is not shown twice. */
async function nearest(here: Point, hasToday: boolean): Promise<EventCardData[]> {
  const [events, today] = await Promise.all([
    loadNear(here, { sort: 'nearest' }),
    hasToday ? todayNear(here, new Date()).catch(() => null) : null,
  ])
  const shown = new Set(today?.events.map(({ id }) => id))
  return events.filter(({ id }) => !shown.has(id)).sort((a, b) => a.km - b.km)
}

/** Home's events near the visitor, by a call after the page is there: the page is the same for everybody. */
export default function NearbySection({ isBelowToday }: { isBelowToday: boolean }) {
  const [nearby, setNearby] = useState<Nearby>({ state: 'unknown' })
  const [address, setAddress] = useState('/events')

  const show = async (place: Promise<Point>) => {
    setNearby({ state: 'loading' })
    try {
      const here = await place
      setAddress(searchAddress({ ...around(here), sort: 'nearest' }))
      const hasToday = isBelowToday && 'place' in document.documentElement.dataset
      setNearby({ state: 'found', events: await nearest(here, hasToday) })
    } catch (error) {
      setNearby({ state: 'failed', sentence: failureSentence(error, firstViewMessages.eventsFailed) })
    }
  }

  const showKnown = useEffectEvent((known: Point) => void show(Promise.resolve(known)))
  useEffect(() => {
    const known = knownPosition()
    if (known) showKnown(known)
  }, [])

  return (
    <section className={style.section}>
      <SectionHeading id="nearby" title="Events Near You" to={nearby.state === 'found' ? address : undefined} />
      <div className={classes(style.place, style[nearby.state])} aria-busy={nearby.state === 'loading'}>
        {nearby.state === 'found' && nearby.events.length > 0 && (
          <EventRow events={nearby.events} labelledBy="nearby" />
        )}
        {nearby.state === 'found' && nearby.events.length === 0 && (
          <p className={style.ask}>Nothing more near you yet.</p>
        )}
        {(nearby.state === 'unknown' || nearby.state === 'failed') && (
          <div className={style.ask}>
            <p role={nearby.state === 'failed' ? 'alert' : undefined}>
              {nearby.state === 'failed' ? nearby.sentence : 'See what’s on around you.'}
            </p>
            <Button look="outlined" onClick={() => void show(findPosition())}>
              Show events near me
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
