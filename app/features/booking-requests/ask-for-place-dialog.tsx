import { counted } from '../../../contract/counted.ts'
import { useState, type FormEvent } from 'react'
import type { BookingRequest } from '../../../contract/booking-requests.ts'
import { formatDate } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import { TEXT, TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { Ask } from './use-ask.tsx'
import * as words from './words.tsx'

interface Props {
  event: Event
  request: BookingRequest | null | undefined
  ask: Ask
  onClose: () => void
}

const places = (count: number) => counted(count, 'place')

function Asked({ event, request, ask }: { event: Event; request: BookingRequest; ask: Ask }) {
  return (
    <>
      <p>{words.askedFor(<b>{places(request.numberOfTickets)}</b>, formatDate(request.askedAt, event.timeZone))}</p>
      {request.text && <p className="quiet breakable">“{request.text}”</p>}
      <p className="quiet">{words.aboutRequest}</p>
      <FormMessage problem={ask.problem} />
      <Button look="outlined" wide disabled={ask.isBusy} aria-busy={ask.isBusy} onClick={() => void ask.withdraw()}>
        {words.withdraw}
      </Button>
    </>
  )
}

/** What became of the one before. */
function Before({ request }: { request: BookingRequest | null | undefined }) {
  if (request?.state === 'declined')
    return <p className="breakable">{words.declined(request.reason ? `: “${request.reason}”` : '.')}</p>
  if (request?.state === 'expired') return <p>{words.endedWithoutReply}</p>
  return <p className="quiet">{words.organiserDecides}</p>
}

function AskForm({ event, request, ask }: Omit<Props, 'onClose'>) {
  const [count, setCount] = useState(1)
  const [text, setText] = useState('')
  const { min, max } = TICKETS_PER_BOOKING
  const most = Math.min(max, event.maxPerPerson ?? max)
  const counts = Array.from({ length: most - min + 1 }, (_, index) => String(min + index))

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    ask.press({ numberOfTickets: count, text })
  }

  return (
    <form className="stack column gap-16" onSubmit={submit}>
      <Before request={request} />
      <Choice
        label={words.howManyPlaces}
        options={counts.map((value) => ({ value, label: value }))}
        value={String(count)}
        onValueChange={(value) => setCount(Number(value))}
      />
      <TextArea
        label={words.messageToOrganiser}
        value={text}
        onValueChange={setText}
        maxLength={TEXT.request}
        rows={3}
      />
      <FormMessage problem={ask.problem} />
      <Button type="submit" wide disabled={ask.isBusy} aria-busy={ask.isBusy}>
        {words.askForPlace}
      </Button>
    </form>
  )
}

export default function AskForPlaceDialog({ event, request, ask, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={request?.state === 'asked' ? words.yourRequest : words.askForPlace}>
      {request?.state === 'asked' ? (
        <div className="stack column gap-16">
          <Asked event={event} request={request} ask={ask} />
        </div>
      ) : (
        <AskForm event={event} request={request} ask={ask} />
      )}
    </Dialog>
  )
}
