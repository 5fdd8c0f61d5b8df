import { useEffect, useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EventCard, type EventCardData } from '../events/slot.tsx'
import { HowItWorks } from './how-it-works.tsx'
import type { RecommendedPage } from './load-recommended.ts'
import style from './recommended-list.module.css'
import { useRecommended } from './use-recommended.ts'

interface CardsProps {
  events: EventCardData[]
  onRefuse: ((event: EventCardData) => void) | null
}

const Cards = ({ events, onRefuse }: CardsProps) => (
  <ul role="list" className={style.grid}>
    {events.map((event) => (
      <li key={event.id} className={style.item}>
        <EventCard event={event} heading="h2" />
        {onRefuse && (
          <button
            type="button"
            className={style.refuse}
            aria-label={`Not for me: ${event.title}`}
            onClick={() => onRefuse(event)}
          >
            Not for me
          </button>
        )}
      </li>
    ))}
  </ul>
)

/** What is gone is gone at once, and comes back if the server could not be told. */
function useRefused() {
  const toast = useToast()
  const [refused, setRefused] = useState<number[]>([])
  const refuse = async ({ id, title }: EventCardData) => {
    setRefused((ids) => [...ids, id])
    try {
      await (await loadApi()).recommended.notForMe({ params: { eventId: id } })
      toast(`${title} is not recommended to you any more.`, { severity: 'info' })
    } catch (error) {
      setRefused((ids) => ids.filter((other) => other !== id))
      toast(failureSentence(error, 'That did not work. Please try again.'), { severity: 'error' })
    }
  }
  return { refused, refuse, forget: () => setRefused([]) }
}

export function RecommendedList({ page }: { page: RecommendedPage }) {
  const { own, isMember, refresh } = useRecommended()
  const { refused, refuse, forget } = useRefused()
  const list = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState<number | null>(null)
  const events = (own ?? page.recommended).filter(({ id }) => !refused.includes(id))

  // The button that was pressed is gone: the next one takes its place, or the one before.
  useEffect(() => {
    if (left === null) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    buttons[Math.min(left, buttons.length - 1)]?.focus()
  }, [left, refused])

  if (page.problem && !own) return <Notice isError>{page.problem}</Notice>
  return (
    <>
      <HowItWorks
        isMember={isMember}
        onAfresh={() => {
          setLeft(null)
          forget()
          refresh()
        }}
      />
      <div ref={list}>
        {events.length === 0 ? (
          <Notice>{messages.noEvents}</Notice>
        ) : (
          <Cards
            events={events}
            onRefuse={
              isMember && own
                ? (event) => {
                    setLeft(events.indexOf(event))
                    void refuse(event)
                  }
                : null
            }
          />
        )}
      </div>
    </>
  )
}
