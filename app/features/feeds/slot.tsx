// Subscribe: a button that every list can carry; what it offers comes when it is pressed.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const subscribe = lazyPart(() => import('./subscribe-dialog.tsx'))
const ownCalendar = lazyPart(() => import('./own-calendar-dialog.tsx'))

interface Props {
  /** Its address without the ending: '/feeds/events'. */
  feed: string
  /** What was searched for, as in the page's address. */
  query?: string
  /** What is in it, in words. */
  what: string
}

export function Subscribe({ feed, query = '', what }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="outlined" onPointerEnter={subscribe.preload} onClick={() => setOpen(true)}>
        <CalendarIcon /> Subscribe
      </Button>
      {isOpen && <subscribe.Part feed={feed} query={query} what={what} onClose={close} onUnavailable={close} />}
    </>
  )
}

/** A member's own bookings in their calendar. */
export function OwnCalendar() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="outlined" onPointerEnter={ownCalendar.preload} onClick={() => setOpen(true)}>
        <CalendarIcon /> Subscribe
      </Button>
      {isOpen && <ownCalendar.Part onClose={close} onUnavailable={close} />}
    </>
  )
}
