// Below what cannot be booked any more or is not there: how it is, drawn, one next step, and three other events.
import { SITE } from '../../../contract/site.ts'
import { useEffect, useState } from 'react'
import type { EventQueryInput } from '../../../contract/event-query.ts'
import type { Event } from '../../../contract/events.ts'
import { loadApi } from '../../lib/load-api.ts'
import { isTrue } from '../../lib/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toCardData, type EventCardData } from './card-data.ts'
import { EventGrid } from './event-grid.tsx'
import style from './other-events.module.css'

const MOST = 3
const NEAR_KM = 50

interface State {
  /** Of public/images/states. */
  picture: string
  title: string
  text: string
  /** Sold out: the booking panel has it. */
  next?: { to: string; label: string }
}

const STATES: Record<'cancelled' | 'ended' | 'soldOut', State> = {
  cancelled: {
    picture: 'umbrella',
    title: 'Not this time',
    text: 'This event won’t take place. Here’s what else is on.',
    next: { to: '/events', label: 'Browse Events' },
  },
  ended: {
    picture: 'swept-floor',
    title: 'That was it',
    text: 'This one is over. Here’s what’s coming up.',
    next: { to: '/upcoming-events', label: 'See upcoming events' },
  },
  soldOut: {
    picture: 'full-house',
    title: 'A full house',
    text: 'Every place is taken. Here’s what else is on.',
  },
}

/** Of its kinds and around it; what is missing to three is simply what comes next. */
async function loadOthers(event: Event | undefined): Promise<EventCardData[]> {
  const { events } = await loadApi()
  const ask = async (query: EventQueryInput) => {
    const { items } = await events.list({ query: { ...query, when: 'upcoming', series: 'once', limit: 8 } })
    return items.filter(({ id, isSoldOut }) => id !== event?.id && !isTrue(isSoldOut))
  }
  const { categories, latitude, longitude } = event ?? {}
  const alike: EventQueryInput = {
    ...(categories?.length && { category: categories.join(',') }),
    ...(latitude && longitude && { near: `${latitude},${longitude}`, within: NEAR_KM }),
  }
  const found = Object.keys(alike).length > 0 ? await ask(alike) : []
  const rest = found.length < MOST ? await ask({}) : []
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...rest.filter(({ id }) => !known.has(id))].slice(0, MOST).map(toCardData)
}

interface Props {
  /** Missing: there is none, or none any more. */
  event?: Event
  hasEnded?: boolean
}

export default function OtherEvents({ event, hasEnded }: Props) {
  const [others, setOthers] = useState<EventCardData[]>([])
  useEffect(() => {
    let isCurrent = true
    loadOthers(event).then(
      (found) => isCurrent && setOthers(found),
      // Without a network there is nothing to go to.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [event])
  const state = event && STATES[event.status === 'cancelled' ? 'cancelled' : hasEnded ? 'ended' : 'soldOut']
  if (!state && others.length === 0) return null
  return (
    <section className={style.others} aria-labelledby="other-events">
      {state ? (
        <div className={style.head}>
          <img src={`/images/states/${state.picture}.svg`} alt="" width={320} height={180} />
          <div className="stack gap-8">
            <h2 id="other-events">{state.title}</h2>
            <p className="quiet">{state.text}</p>
            {state.next && (
              <p>
                <ButtonLink look="outlined" to={state.next.to}>
                  {state.next.label}
                </ButtonLink>
              </p>
            )}
          </div>
        </div>
      ) : (
        <h2 id="other-events">Coming up on {SITE.name}</h2>
      )}
      {others.length > 0 && <EventGrid events={others} />}
    </section>
  )
}
