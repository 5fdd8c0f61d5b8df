import { useEffect, useRef, useState } from 'react'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Notice } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EventGrid, type EventCardData } from '../events/slot.tsx'
import { HowItWorks } from './how-it-works.tsx'
import type { RecommendedPage } from './load-recommended.ts'
import style from './recommended-list.module.css'
import { useRecommended } from './use-recommended.ts'
import * as words from './words.ts'

interface RefuseProps {
  event: EventCardData
  onRefuse: (event: EventCardData) => void
}

const Refuse = ({ event, onRefuse }: RefuseProps) => (
  <button
    type="button"
    className={style.refuse}
    aria-label={`${words.notForMe}: ${event.title}`}
    onClick={() => onRefuse(event)}
  >
    {words.notForMe}
  </button>
)

/** Removed at once, and restored if the call fails. */
function useRefused() {
  const toast = useToast()
  const [refused, setRefused] = useState<number[]>([])
  const refuse = async ({ id, title }: EventCardData) => {
    setRefused((ids) => [...ids, id])
    try {
      await (await loadApi()).recommended.notForMe({ params: { eventId: id } })
      toast(words.notAgain(title), { severity: 'info' })
    } catch (error) {
      setRefused((ids) => ids.filter((other) => other !== id))
      toast(failureSentence(error), { severity: 'error' })
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
    const buttons = list.current?.querySelectorAll<HTMLElement>(`button[aria-label^='${words.notForMe}']`) ?? []
    buttons[Math.min(left, buttons.length - 1)]?.focus()
  }, [left, refused])

  const drop = (event: EventCardData) => {
    setLeft(events.indexOf(event))
    void refuse(event)
  }

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
      <div ref={list} className={style.list}>
        {events.length === 0 ? (
          <Notice>{firstViewMessages.noEvents}</Notice>
        ) : (
          // Another list, and not the same cards in other places: what moves is a jump.
          <EventGrid
            key={own ? 'own' : 'for everybody'}
            events={events}
            onCard={isMember && own ? (event) => <Refuse event={event} onRefuse={drop} /> : undefined}
          />
        )}
      </div>
    </>
  )
}
