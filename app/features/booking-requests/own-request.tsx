// The person's own request: the button that says how it is, and its dialog.
import { useCallback, useLayoutEffect, useState, type ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { BOOKING_REQUESTS } from '../../../contract/limits.ts'
import { usePassed } from '../../lib/use-passed.ts'
import { useOwn } from '../../session/use-own.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useAsk } from './use-ask.tsx'
import * as words from './words.tsx'

const { Part: BallotEntry } = lazyPart(async () => ({ default: (await import('../ballots/slot.tsx')).BallotEntry }))
const { Part: AskForPlaceDialog, preload } = lazyPart(() => import('./ask-for-place-dialog.tsx'))

export interface RequestProps {
  event: Event
  className?: string
  /** Nobody has much reason to press it: it is there, and quiet. */
  isQuiet: boolean
  /** For those who were accepted while no place was free. */
  waitingList: ReactNode
}

/** As the server has it: hours before the start, or when booking closes if that is earlier. */
function requestsUntil({ startTime, bookingClosesAt }: Event): string {
  const closes = bookingClosesAt ? Date.parse(bookingClosesAt) : Infinity
  return new Date(Math.min(Date.parse(startTime) - BOOKING_REQUESTS.untilMs, closes)).toISOString()
}

interface Props extends RequestProps {
  /** Before this was loaded. */
  wasPressed: boolean
  onReady: () => void
}

/** Of an event that people ask for a place at, or whose ballot they enter. */
export default function Own(props: Props) {
  return props.event.ballot ? <BallotEntry {...props} isSilent /> : <OwnRequest {...props} />
}

function OwnRequest({ event, className, isQuiet, waitingList, wasPressed, onReady }: Props) {
  const { own: request, reload } = useOwn(
    event.id,
    'The request',
    async (api) => (await api.bookingRequests.mine({ params: { eventId: event.id } })).request,
  )
  const [isOpen, setOpen] = useState(wasPressed)
  const openDialog = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  const ask = useAsk(event, { onChange: reload, openDialog, closeDialog: close })
  // Before anything is painted: two buttons would be seen for a moment.
  useLayoutEffect(onReady, [onReady])
  const isAsked = request?.state === 'asked'
  const isClosed = usePassed(requestsUntil(event))
  if (request?.state === 'accepted') return <>{waitingList}</>
  if (isClosed && !isAsked)
    return (
      <Button disabled className={className}>
        {words.requestsHaveClosed}
      </Button>
    )
  return (
    <>
      <Button
        look={isAsked || isQuiet ? 'outlined' : 'primary'}
        className={className}
        onPointerEnter={preload}
        onClick={openDialog}
      >
        {isAsked ? words.askedForPlace : words.askForPlace}
      </Button>
      {isOpen && <AskForPlaceDialog event={event} request={request} ask={ask} onClose={close} onUnavailable={close} />}
    </>
  )
}
