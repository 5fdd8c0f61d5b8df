import { useNavigate } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EntryView } from './entry-view.tsx'
import type { Join } from './use-join.tsx'
import { WishForm } from './wish-form.tsx'
import style from './waiting-list.module.css'
import * as dialogWords from './dialog-words.tsx'
import * as words from './words.ts'

interface Props {
  event: Event
  entry: WaitingEntry | null | undefined
  join: Join
  onEntry: (entry: WaitingEntry | null) => void
  onOutdated: () => void
  onClose: () => void
  onOrder: (count: number) => void
}

export default function WaitingDialog({ event, entry, join, onEntry, onOutdated, onClose, onOrder }: Props) {
  const navigate = useNavigate()
  const showToast = useToast()
  return (
    <Dialog open onClose={onClose} title={dialogWords.waitingList}>
      {/* Here before somebody joins, so that it is announced when the form gives way to their place. */}
      <p role="status" className="visually-hidden">
        {entry?.state === 'waiting' && dialogWords.youAreOnIt}
      </p>
      {entry ? (
        <EntryView
          event={event}
          eventId={event.id}
          entry={entry}
          canChange
          onEntry={(changed) => {
            onEntry(changed)
            if (!changed) {
              showToast(dialogWords.youLeft)
              onClose()
            }
          }}
          onAccepted={(ticket) => {
            showToast(dialogWords.bookingSuccessful)
            void navigate(`/my-bookings/${ticket.id}`)
          }}
          onOutdated={onOutdated}
          onUnauthorized={onClose}
          onOrder={onOrder}
        />
      ) : (
        <div className={style.entry}>
          <p className={style.quiet}>{dialogWords.aboutOffers}</p>
          <WishForm
            most={event.maxPerPerson}
            asksFirst={event.paid}
            label={words.join}
            isBusy={join.isBusy}
            onSubmit={join.press}
          />
          <FormMessage problem={join.problem} />
        </div>
      )}
    </Dialog>
  )
}
