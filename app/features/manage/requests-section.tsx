// The section Requests of the manage screen: who asks for a place, in the order of asking, and the answer to one or many.
import { useState } from 'react'
import type { ManagedRequest } from '../../../contract/booking-requests.ts'
import { formatDate } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import { BOOKING_REQUESTS, TEXT } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './guests-section.module.css'
import { Section } from './section.tsx'
import * as words from './guest-words.ts'

interface RowProps {
  request: ManagedRequest
  timeZone: string
  isChosen: boolean
  onChoose: () => void
}

const Row = ({ request, timeZone, isChosen, onChoose }: RowProps) => (
  <li className={style.entry}>
    <input
      type="checkbox"
      className={style.chosen}
      aria-label={words.chooseRequest(request.name)}
      checked={isChosen}
      onChange={onChoose}
    />
    <div className={style.person}>
      <strong>{request.name}</strong>
      <span className={style.quiet}>{request.email}</span>
      <span className={style.facts}>
        {words.places(request.numberOfTickets)}
        <span className={style.quiet}> {words.askedOn(formatDate(request.askedAt, timeZone))}</span>
      </span>
      {request.text && <span>“{request.text}”</span>}
    </div>
  </li>
)

/** '2 booked, 1 accepted and offered the next free place' */
function outcomeOf(requests: ManagedRequest[]): string {
  const count = (state: ManagedRequest['state'], said: string) => {
    const some = requests.filter((one) => one.state === state).length
    return some > 0 ? [`${some} ${said}`] : []
  }
  const said = [
    ...count('booked', 'booked'),
    ...count('accepted', 'accepted, and offered the next free places'),
    ...count('declined', 'declined'),
    ...count('withdrawn', 'withdrawn'),
    ...count('asked', 'not accepted because of the limit per person, or because the account can’t book'),
  ]
  return `${said.join(', ')}.`
}

interface ListProps {
  event: Event
  requests: ManagedRequest[]
  onDecided: () => void
}

function Undecided({ event, requests, onDecided }: ListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  // Somebody else may have decided some of them since.
  const ids = requests.map(({ id }) => id).filter((id) => chosen.has(id))
  const toggle = (id: number) =>
    setChosen((known) => (known.has(id) ? new Set([...known].filter((one) => one !== id)) : new Set([...known, id])))

  const decide = async (accept: boolean) => {
    setBusy(true)
    setOutcome({})
    try {
      const body = { ids, accept, ...(reason.trim() && { reason }) }
      const decided = await ask(async () =>
        (await loadApi()).bookingRequests.decide({ params: { eventId: event.id }, body }),
      )
      setChosen(new Set())
      setReason('')
      setOutcome({ success: outcomeOf(decided.requests) })
    } catch (error) {
      setOutcome({ problem: failureSentence(error) })
    }
    setBusy(false)
    onDecided()
  }

  const isNone = ids.length === 0
  return (
    <>
      {requests.length > 0 && (
        <>
          <ol role="list" className={style.rows} aria-label="Requests">
            {requests.map((request) => (
              <Row
                key={request.id}
                request={request}
                timeZone={event.timeZone}
                isChosen={chosen.has(request.id)}
                onChoose={() => toggle(request.id)}
              />
            ))}
          </ol>
          {requests.length > 1 && (
            <Button
              look="text"
              onClick={() => setChosen(new Set(requests.map(({ id }) => id).slice(0, BOOKING_REQUESTS.decidedAtOnce)))}
            >
              {words.chooseAll}
            </Button>
          )}
          <TextField
            label={words.messageToThem}
            hint={words.messageIsSent}
            value={reason}
            onValueChange={setReason}
            maxLength={TEXT.reason}
            autoComplete="off"
          />
        </>
      )}
      <FormMessage {...outcome} />
      {requests.length > 0 && (
        <div className="row wrap gap-8">
          <Button disabled={isBusy || isNone} aria-busy={isBusy} onClick={() => void decide(true)}>
            Accept{isNone ? '' : ` (${ids.length})`}
          </Button>
          <Button look="outlined" disabled={isBusy || isNone} onClick={() => void decide(false)}>
            Decline{isNone ? '' : ` (${ids.length})`}
          </Button>
        </div>
      )}
    </>
  )
}

export function RequestsSection({ event, onDecided }: { event: Event; onDecided: () => void }) {
  const eventId = event.id
  const { loaded, refresh, reload } = useCall(`requests ${eventId}`, (api) =>
    api.bookingRequests.list({ params: { eventId }, query: { limit: BOOKING_REQUESTS.decidedAtOnce } }),
  )
  useOnReturn(refresh)
  const { open, accepted, declined } = loaded.state === 'loaded' ? loaded.value.counts : NO_COUNTS
  const all = open - (loaded.state === 'loaded' ? loaded.value.requests.length : 0)
  return (
    <Section id="requests-heading" title="Requests">
      {loaded.state === 'loading' && (
        <div className={style.loading}>
          <Spinner label={words.loadingRequests} />
        </div>
      )}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>{words.requestsNotLoaded}</p>
        </TryAgain>
      )}
      {loaded.state === 'loaded' && (
        <>
          <p className="quiet">
            {open === 0 ? words.nobodyIsWaiting : words.requestsWaiting(open)}{' '}
            {accepted + declined > 0 && words.requestsDecided(accepted, declined)} {words.aboutRequests}
          </p>
          <Undecided
            event={event}
            requests={loaded.value.requests}
            onDecided={() => {
              refresh()
              onDecided()
            }}
          />
          {all > 0 && <p className="quiet">{words.moreWillFollow(all)}</p>}
        </>
      )}
    </Section>
  )
}

const NO_COUNTS = { open: 0, accepted: 0, declined: 0 }
