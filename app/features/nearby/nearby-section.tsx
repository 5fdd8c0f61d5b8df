import { useEffect, useState } from 'react'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { awayLabel, knownPosition, kmBetween, ROUNDING_KM, roundedPosition, type Point } from '../../lib/distance.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { searchAddress } from '../../lib/search-address.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { cardOfEvent, EventRow, type EventCardData } from '../events/slot.tsx'
import { findPosition } from './find-position.ts'
import style from './nearby.module.css'

const RADIUS_KM = 50
const ROW = 12

type Nearby =
  | { state: 'unknown' }
  | { state: 'loading' }
  | { state: 'failed'; sentence: string }
  | { state: 'found'; events: EventCardData[] }

async function loadNear(here: Point): Promise<EventCardData[]> {
  const query = {
    near: roundedPosition(here),
    within: RADIUS_KM + ROUNDING_KM,
    sort: 'nearest',
    series: 'once',
    limit: ROW,
  } as const
  const { items } = await (await loadApi()).events.list({ query })
  return items
    .map((event) => {
      const at = { lat: event.latitude ?? 0, lng: event.longitude ?? 0 }
      const km = kmBetween(here, at)
      return { ...cardOfEvent(event), km, away: awayLabel(km, at, event.town) }
    })
    .sort((a, b) => a.km - b.km)
}

/** Home's events near the visitor, by a call after the page is there: the page is the same for everybody. */
export default function NearbySection() {
  const [nearby, setNearby] = useState<Nearby>({ state: 'unknown' })
  const [address, setAddress] = useState('/events')

  const show = async (place: Promise<Point>) => {
    setNearby({ state: 'loading' })
    try {
      const here = await place
      setAddress(
        searchAddress({ near: roundedPosition(here), within: String(RADIUS_KM + ROUNDING_KM), sort: 'nearest' }),
      )
      setNearby({ state: 'found', events: await loadNear(here) })
    } catch (error) {
      setNearby({ state: 'failed', sentence: failureSentence(error, firstViewMessages.eventsFailed) })
    }
  }

  useEffect(() => {
    const known = knownPosition()
    if (known) void show(Promise.resolve(known))
  }, [])

  return (
    <section className={style.section}>
      <SectionHeading id="nearby" title="Events Near You" to={nearby.state === 'found' ? address : undefined} />
      <div className={style.place} aria-busy={nearby.state === 'loading'}>
        {nearby.state === 'found' && nearby.events.length > 0 && (
          <EventRow events={nearby.events} labelledBy="nearby" />
        )}
        {nearby.state === 'found' && nearby.events.length === 0 && (
          <div className={style.question}>
            <Notice>Nothing on near you yet.</Notice>
          </div>
        )}
        {nearby.state !== 'found' && nearby.state !== 'loading' && (
          <div className={style.question}>
            <Notice isError={nearby.state === 'failed'}>
              <p>{nearby.state === 'failed' ? nearby.sentence : 'See what’s on around you.'}</p>
              <Button look="outlined" onClick={() => void show(findPosition())}>
                Show events near me
              </Button>
            </Notice>
          </div>
        )}
      </div>
    </section>
  )
}
