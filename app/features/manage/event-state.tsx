import { useState } from 'react'
import { useNavigate } from 'react-router'
import { keyedPath } from '../../../contract/event-access.ts'
import type { Event } from '../../../contract/events.ts'
import { hasEnded } from '../../../contract/event-status.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button, buttonClass, ButtonLink } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Handover } from './handover.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Section } from './section.tsx'
import { StateDialog } from './state-dialog.tsx'
import * as words from './event-words.ts'

/** What can be done to it now, in the order in which one would. */
function actsFor({ status = 'published' }: Event, isOver: boolean): { act: words.Act; label: string }[] {
  if (status === 'draft' || isOver) return []
  if (status === 'cancelled') return [{ act: 'reinstate', label: words.bringItBack }]
  const cancel = { act: 'cancel' as const, label: words.cancelEvent }
  if (status === 'published') return [{ act: 'postpone', label: 'Postpone' }, cancel]
  return [{ act: 'postpone', label: words.setNewDate }, { act: 'reinstate', label: words.bringItBack }, cancel]
}

function DeleteDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const navigate = useNavigate()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = async () => {
    setBusy(true)
    try {
      const { events } = await loadApi()
      await events.remove({ params: { eventId: event.id } })
      await navigate('/my-events')
      toast(words.eventDeleted)
    } catch (error) {
      setProblem(failureSentence(error, words.notDeleted))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={words.deleteThisEvent} locked={isBusy}>
      <div className="stack gap-16">
        <p>{words.goneForGood}</p>
        <FormMessage problem={problem} />
        <DialogActs act={words.deleteForGood} ends onAct={() => void remove()} isBusy={isBusy} onClose={onClose} />
      </div>
    </Dialog>
  )
}

interface Props {
  event: Event
  /** Managers may do everything but delete. */
  isCreator: boolean
  onChange: (event: Event) => void
}

/** The part of Manage about the event itself: moved, postponed, cancelled, brought back, copied, deleted. */
export function EventState({ event, isCreator, onChange }: Props) {
  const [asked, setAsked] = useState<words.Act | 'delete' | null>(null)
  const close = () => setAsked(null)
  const isOver = hasEnded(event, new Date())
  return (
    <Section id="event-state" title={words.theEvent}>
      <p className="quiet">
        {isOver && event.status !== 'cancelled' ? words.hasEnded : words.STATES[event.status ?? 'published']}
      </p>
      <div className="row wrap gap-8">
        <ButtonLink look="outlined" to={`/events/${event.id}/edit`}>
          {words.moveOrEdit}
        </ButtonLink>
        {actsFor(event, isOver).map(({ act, label }) => (
          <Button key={act} look="outlined" onClick={() => setAsked(act)}>
            {label}
          </Button>
        ))}
        <ButtonLink look="outlined" to={`/create-event?copy=${event.id}`}>
          Duplicate
        </ButtonLink>
        {event.status !== 'draft' && !isOver && (
          <a
            className={buttonClass({ look: 'outlined' })}
            href={keyedPath(`/events/${event.id}/poster`, event)}
            target="_blank"
            rel="noopener"
          >
            {words.printPoster}
          </a>
        )}
        {isCreator && event.ticketsLeft === event.capacity && (
          <Button look="text" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </div>
      {isCreator && !event.seriesId && <Handover eventId={event.id} />}
      {asked === 'delete' && <DeleteDialog event={event} onClose={close} />}
      {asked && asked !== 'delete' && (
        <StateDialog
          key={asked}
          act={asked}
          event={event}
          onClose={close}
          onDone={(changed) => {
            close()
            onChange(changed)
          }}
        />
      )}
    </Section>
  )
}
