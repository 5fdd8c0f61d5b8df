// The Ballot section of the manage screen: its state, and the field for the number.
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { BallotSummary } from '../../../contract/ballots.ts'
import type { Event } from '../../../contract/events.ts'
import { ask } from '../../data/ask.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePassed } from '../../lib/use-passed.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './ballots.module.css'
import { useBallot } from './use-ballot.ts'
import * as words from './words.tsx'

interface NumberProps {
  event: Event
  ballot: BallotSummary
  onDrawn: () => void
}

function NumberForm({ event, ballot, onDrawn }: NumberProps) {
  const [number, setNumber] = useState('')
  const { isBusy, outcome, act } = useAct(words.numberNotEntered, onDrawn)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    void act(async () => {
      const params = { eventId: event.id }
      await ask(async () => (await loadApi()).ballots.number({ params, body: { number } }))
      return words.ballotIsDrawn
    })
  }
  return (
    <form className="stack column gap-16" onSubmit={submit}>
      <TextField
        label={words.numberOf(ballot.source.kind === 'draw' ? ballot.source.name : 'drand')}
        hint={words.numberHint(words.momentText(ballot.numberUntil, event.timeZone))}
        value={number}
        onValueChange={setNumber}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <FormMessage {...outcome} />
      <div>
        <Button type="submit" disabled={isBusy || number.trim() === ''} aria-busy={isBusy}>
          {words.enterAndDraw}
        </Button>
      </div>
    </form>
  )
}

function Ballot({ event, ballot, onDrawn }: NumberProps) {
  const isTime = usePassed(ballot.numberAt)
  const isByHand = ballot.source.kind === 'draw'
  return (
    <>
      <p>
        {words.stateText(ballot, event.timeZone)} {words.entriesText(ballot.entries)}.
      </p>
      <p className="quiet">
        {words.decidedByNumber(
          words.numberText(ballot, event.timeZone),
          isByHand ? words.youEnterIt : words.anybodyHandsIn,
        )}
      </p>
      {ballot.state === 'closed' && isByHand && isTime && (
        <NumberForm event={event} ballot={ballot} onDrawn={onDrawn} />
      )}
      <Link to={words.ballotPath(ballot, event.key)}>{words.seeTheBallot}</Link>
    </>
  )
}

export default function BallotSection({ event }: { event: Event }) {
  const { loaded, reload, refresh } = useBallot(event)
  return (
    <section className={style.section} aria-labelledby="ballot-heading">
      <h2 id="ballot-heading">Ballot</h2>
      {loaded.state === 'loading' && <Spinner label={words.loading} />}
      {loaded.state === 'failed' && (
        <TryAgain onPress={reload}>
          <p>{words.notLoaded}</p>
        </TryAgain>
      )}
      {loaded.state === 'loaded' && <Ballot event={event} ballot={loaded.value} onDrawn={refresh} />}
    </section>
  )
}
