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
import { changeOfPlan } from './ticket-words.tsx'
import { TicketView } from './ticket-view.tsx'
import * as words from './friend-words.ts'

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
      setProblem(failureSentence(error))
    }
  }
  return (
    <section className={style.section} aria-labelledby="hand-back">
      <h2 id="hand-back">{changeOfPlan}</h2>
      <p className="quiet">{words.handBackAndSend(from)}</p>
      <Button look="outlined" className={style.start} onClick={() => setAsked(true)}>
        {words.cannotCome}
      </Button>
      {isAsked && (
        <Dialog open title={words.handYourPlaceBack} onClose={close} locked={isBusy}>
          <p className={style.question}>{words.codeEnds(from)}</p>
          <FormMessage problem={problem} />
          <DialogActs
            act={words.handItBack}
            ends
            onAct={() => void handBack()}
            close={words.keepIt}
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
          {words.handedBack}
        </h1>
        <p role="status">{words.hasItAgain(handedBackTo)}</p>
        <ButtonLink to="/events">{words.browseEvents}</ButtonLink>
      </Notice>
    )
  if (loaded.state === 'loading') return <Spinner label={words.loadingPlace} />
  if (loaded.state === 'failed') {
    const isGone = isRefusal(loaded.error, 'place_not_found') || isRefusal(loaded.error, 'bad_request')
    return (
      <Notice isError>
        <h1>{isGone ? words.wasWithdrawn : words.placeNotLoaded}</h1>
        {isGone ? (
          <>
            <p>{words.aboutWithdrawn}</p>
            <ButtonLink to="/events">{words.browseEvents}</ButtonLink>
          </>
        ) : (
          <Button look="outlined" onClick={reload}>
            {words.tryAgain}
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
        who={name ? words.personWith(name, from) : words.withPerson(from)}
      />
      {!usedAt && !hasEnded(event, openedAt) && (
        <HandBack code={code} from={from} onDone={() => setHandedBackTo(from)} onOutdated={reload} />
      )}
    </>
  )
}
