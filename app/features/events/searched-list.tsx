import { formOf } from '../../../contract/counted.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { allowedPosition } from '../../lib/device-position.ts'
import { awayLabel, exactPositionOf, keepExactPosition, kmBetween, type Point } from '../../lib/distance.ts'
import { searchAddress } from '../../lib/search-address.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import { OtherEvents } from './coming-up.tsx'
import { EventGrid } from './event-grid.tsx'
import { EventTimeline } from './event-timeline.tsx'
import type { ListedEvent } from './list-headings.ts'
import type { EventListPage, Searched } from './load-list.ts'
import { LoadMore } from './load-more.tsx'
import style from './searched-list.module.css'
import { useListPages } from './use-list-pages.ts'

const never = () => () => undefined

/**
 * Where this device is, which the server does not know: only once the page is in a browser. After a reload the browser is
 * asked again if that needs no question; until it has answered, or where it may not, nothing has a distance.
 */
function useExactPosition(near: string | undefined): Point | null {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [, setFound] = useState<Point | null>(null)
  const known = isInBrowser && near ? exactPositionOf(near) : null
  const isUnknown = isInBrowser && near !== undefined && known === null
  useEffect(() => {
    if (!isUnknown) return
    let isCurrent = true
    void allowedPosition().then((position) => {
      if (!position || !isCurrent) return
      keepExactPosition(position)
      setFound(position)
    })
    return () => {
      isCurrent = false
    }
  }, [isUnknown])
  return known
}

/** By the exact distance, among those that have been loaded. */
function fromHere(events: ListedEvent[], here: Point | null, isNearest: boolean): ListedEvent[] {
  if (!here) return events
  const measured = events.map((event) => {
    const { latitude: lat, longitude: lng } = event
    if (lat === undefined || lng === undefined) return event
    const km = kmBetween(here, { lat, lng })
    return { ...event, km, away: awayLabel(km, { lat, lng }, event.town) }
  })
  return isNearest ? measured.sort((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity)) : measured
}

const countOf = (count: number, hasMore: boolean) => {
  if (hasMore) return `More than ${count} events found`
  return formOf(count, '1 event found', `${count === 0 ? 'No' : count} events found`)
}

interface Props {
  page: EventListPage
  search: Searched
}

interface ResultsProps extends Props {
  /** What is to be said in place of the count of the first page. */
  onCount: (words: string) => void
}

function Results({ page, search, onCount }: ResultsProps) {
  const { events, until, next, isLoading, problem, loadMore } = useListPages(page)
  const { parts, isByDate } = search
  const here = useExactPosition(parts.near)
  const shown = fromHere(events, here, parts.sort === 'nearest')
  const count = isLoading ? 'Loading more events' : countOf(shown.length, next !== null)
  const reportCount = useEffectEvent(onCount)
  useEffect(() => reportCount(count), [count])
  return (
    <>
      {shown.length === 0 ? (
        <>
          <Notice>
            <p>Nothing found. Try fewer words, other days or a larger area.</p>
            <ButtonLink to="/events">Show all events</ButtonLink>
          </Notice>
          <OtherEvents />
        </>
      ) : isByDate ? (
        <EventTimeline events={shown} until={until} isGrowing={isLoading} />
      ) : (
        <EventGrid events={shown} isGrowing={isLoading} />
      )}
      {next && <LoadMore cursor={next} parts={parts} isLoading={isLoading} problem={problem} onMore={loadMore} />}
    </>
  )
}

export default function SearchedList({ page, search }: Props) {
  const { key } = useLocation()
  const [counted, setCounted] = useState<{ key: string; words: string } | null>(null)
  const { problems, foundFor, parts } = search
  return (
    <>
      {problems.map((sentence) => (
        <p key={sentence} role="alert" className={style.problem}>
          {sentence}
        </p>
      ))}
      {foundFor !== null && (
        <p className={style.fewer}>
          Nothing found for <strong>{parts.q}</strong>. This is what we found for{' '}
          <Link to={searchAddress({ ...parts, q: foundFor })}>{foundFor}</Link>:
        </p>
      )}
      {/* Stays from one search to the next: screen readers say only what changes in something that is there. */}
      <p role="status" className={style.count}>
        {counted?.key === key ? counted.words : countOf(page.events.length, page.next !== null)}
      </p>
      <Results key={key} page={page} search={search} onCount={(words) => setCounted({ key, words })} />
    </>
  )
}
