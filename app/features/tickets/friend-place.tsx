// What a friend sees whom a place was sent to: the event, and their own code. No account needed.
import { useState } from 'react'
import { hasEnded } from '../../../contract/event-status.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage, Notice } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './send-place.module.css'
import { TicketView } from './ticket-view.tsx'

const FAILED = 'That did not work. Please try again.'

interface HandBackProps {
  code: string
  from: string
  onDone: () => void
  onOutdated: () => void
}

function HandBack({ code, from, onDone, onOutdated }: HandBackProps) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => setAsked(false)
  const handBack = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await ask(async () => (await loadApi()).places.handBack({ params: { code } }))
      onDone()
    } catch (error) {
      setBusy(false)
      if (isRefusal(error, 'place_not_found') || isRefusal(error, 'place_used')) return onOutdated()
      setProblem(failureSentence(error, FAILED))
    }
  }
  return (
    <section className={style.section} aria-labelledby="hand-back">
      <h2 id="hand-back">Change of plan?</h2>
      <p className="quiet">Hand your place back and {from} can send it to someone else.</p>
      <Button look="outlined" className={style.start} onClick={() => setAsked(true)}>
        Can't come
      </Button>
      {isAsked && (
        <Dialog open title="Hand your place back?" onClose={close} locked={isBusy}>
          <p className={style.question}>Your code won’t let you in any more. We’ll let {from} know.</p>
          <FormMessage problem={problem} />
          <DialogActs
            act="Hand it back"
            ends
            onAct={() => void handBack()}
            close="Keep it"
            isBusy={isBusy}
            onClose={close}
          />
        </Dialog>
      )}
    </section>
  )
}

/** The ticket was longer, and the press was at its end. */
const showFromTop = (heading: HTMLElement | null) => {
  if (!heading) return
  scrollTo({ top: 0, behavior: 'instant' })
  heading.focus({ preventScroll: true })
}

export function FriendPlace({ code }: { code: string }) {
  const { loaded, reload } = useCall(code, (api) => api.places.get({ params: { code } }))
  const [openedAt] = useState(() => new Date())
  const [handedBackTo, setHandedBackTo] = useState<string | null>(null)
  if (handedBackTo !== null)
    return (
      <Notice>
        <h1 ref={showFromTop} tabIndex={-1}>
          You handed your place back
        </h1>
        <p role="status">{handedBackTo} has it again and gets an email about it.</p>
        <ButtonLink to="/events">Browse Events</ButtonLink>
      </Notice>
    )
  if (loaded.state === 'loading') return <Spinner label="Loading your place" />
  if (loaded.state === 'failed') {
    const isGone = isRefusal(loaded.error, 'place_not_found') || isRefusal(loaded.error, 'bad_request')
    return (
      <Notice isError>
        <h1>{isGone ? 'This place was withdrawn' : 'Your place could not be loaded'}</h1>
        {isGone ? (
          <>
            <p>Its code no longer lets you in. Please ask the person who sent it to you.</p>
            <ButtonLink to="/events">Browse Events</ButtonLink>
          </>
        ) : (
          <Button look="outlined" onClick={reload}>
            Try again
          </Button>
        )}
      </Notice>
    )
  }
  const { event, usedAt, name, from } = loaded.value
  return (
    <>
      <TicketView
        ticket={{ code: loaded.value.code, event, numberOfTickets: 1, admitted: usedAt ? 1 : 0 }}
        who={name ? `${name}, with ${from}` : `With ${from}`}
      />
      {!usedAt && !hasEnded(event, openedAt) && (
        <HandBack code={code} from={from} onDone={() => setHandedBackTo(from)} onOutdated={reload} />
      )}
    </>
  )
}
