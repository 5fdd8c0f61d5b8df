// In place of BOOK while a ballot runs: the button that says how it is, and its dialog.
import { useCallback, useLayoutEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { usePassed } from '../../lib/use-passed.ts'
import { useOwn } from '../../session/use-own.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useBallot } from './use-ballot.ts'
import { useEnter } from './use-enter.tsx'
import * as words from './words.tsx'

const { Part: BallotDialog, preload } = lazyPart(() => import('./ballot-dialog.tsx'))

interface Props {
  event: Event
  className?: string
  isQuiet: boolean
  /** Before this was loaded. */
  wasPressed: boolean
  onReady: () => void
}

export default function BallotEntry({ event, className, isQuiet, wasPressed, onReady }: Props) {
  const { loaded, reload } = useBallot(event)
  const ballot = loaded.state === 'loaded' ? loaded.value : null
  const { own: entry, show } = useOwn(
    event.id,
    'The ballot entry',
    async (api) => (await api.ballots.entry({ params: { eventId: event.id } })).entry,
  )
  const [isOpen, setOpen] = useState(wasPressed)
  const openDialog = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  const enter = useEnter(event, { onEntry: show, openDialog, closeDialog: close })
  // Before anything is painted: two buttons would be seen for a moment.
  useLayoutEffect(onReady, [onReady])
  const isTime = usePassed(ballot?.opensAt)
  const hasOpened = isTime || ballot?.state !== 'planned'
  const hasClosed = usePassed(ballot?.closesAt)
  const isIn = entry !== null && entry !== undefined
  const isShut = ballot !== null && (hasClosed || ballot.state === 'closed')
  if (ballot && !isIn && (isShut || !hasOpened))
    return (
      <Button disabled className={className}>
        {isShut ? words.ballotClosed : words.ballotOpens(words.momentText(ballot.opensAt, event.timeZone))}
      </Button>
    )
  return (
    <>
      <Button
        look={isIn || isQuiet ? 'outlined' : 'primary'}
        className={className}
        onPointerEnter={preload}
        onClick={openDialog}
      >
        {isIn ? words.inTheBallot(words.placesText(entry.seats)) : words.enterTheBallotButton}
      </Button>
      {isOpen && (
        <BallotDialog
          event={event}
          ballot={ballot}
          isShut={isShut}
          entry={entry ?? null}
          enter={enter}
          onAgain={reload}
          onClose={close}
          onUnavailable={close}
        />
      )}
    </>
  )
}
