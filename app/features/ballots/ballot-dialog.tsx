import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { BallotSummary, OwnBallotEntry } from '../../../contract/ballots.ts'
import type { Event } from '../../../contract/events.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import style from './ballots.module.css'
import type { Enter } from './use-enter.tsx'
import { ballotPath, EXPLAINED, momentText, numberText, placesText } from './words.ts'

interface Props {
  event: Event
  /** Null: it could not be loaded, or not yet. */
  ballot: BallotSummary | null
  isShut: boolean
  entry: OwnBallotEntry | null
  enter: Enter
  onAgain: () => void
  onClose: () => void
}

function Facts({ event, ballot }: { event: Event; ballot: BallotSummary }) {
  return (
    <dl className={style.facts}>
      <dt>Open until</dt>
      <dd>{momentText(ballot.closesAt, event.timeZone)}</dd>
      <dt>Decided by</dt>
      <dd>{numberText(ballot, event.timeZone)}</dd>
    </dl>
  )
}

function SeatsForm({
  event,
  ballot,
  entry,
  enter,
}: Pick<Props, 'event' | 'entry' | 'enter'> & { ballot: BallotSummary }) {
  const most = Math.min(ballot.mostSeats, event.maxPerPerson ?? Infinity)
  const counts = Array.from({ length: most }, (_, index) => String(index + 1))
  const [count, setCount] = useState(Math.min(entry?.seats ?? 1, most))
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    enter.press(count)
  }
  const isSame = entry?.seats === count
  return (
    <form className="stack column gap-16" onSubmit={submit}>
      <Choice
        label="How many places?"
        options={counts.map((value) => ({ value, label: value }))}
        value={String(count)}
        onValueChange={(value) => setCount(Number(value))}
      />
      <FormMessage problem={enter.problem} />
      <Button type="submit" wide disabled={enter.isBusy || isSame} aria-busy={enter.isBusy}>
        {entry ? 'Change my entry' : 'Enter the ballot'}
      </Button>
    </form>
  )
}

/** What its owner needs to find their own line in the list. */
function Receipt({ entry }: { entry: OwnBallotEntry }) {
  return (
    <details className={style.receipt}>
      <summary>Your receipt</summary>
      <dl className={style.facts}>
        <dt>Entry</dt>
        <dd>{entry.id}</dd>
        <dt>Places</dt>
        <dd>{entry.seats}</dd>
        <dt>Salt</dt>
        <dd>
          <code>{entry.salt}</code>
        </dd>
      </dl>
      <p className="quiet">
        It’s in our email too. With it you can find your own line in the list, and nobody else can.
      </p>
    </details>
  )
}

export default function BallotDialog({ event, ballot, isShut, entry, enter, onAgain, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={entry ? 'You’re in the ballot' : 'Enter the ballot'}>
      {!ballot ? (
        <TryAgain onPress={onAgain}>
          <p>The ballot could not be loaded.</p>
        </TryAgain>
      ) : (
        <div className="stack column gap-16">
          {entry && (
            <p>
              You asked for <b>{placesText(entry.seats)}</b>. We’ll email you when the list is sealed and when it’s
              drawn.
            </p>
          )}
          <p className={entry ? 'quiet' : undefined}>{EXPLAINED}</p>
          <Facts event={event} ballot={ballot} />
          {!isShut && <SeatsForm key={entry?.leaf} event={event} ballot={ballot} entry={entry} enter={enter} />}
          {entry && <Receipt entry={entry} />}
          {isShut && <FormMessage problem={enter.problem} />}
          <Link to={ballotPath(ballot, event.key)}>See the ballot</Link>
          {entry && (
            <Button look="outlined" wide disabled={enter.isBusy} onClick={() => void enter.leave()}>
              Leave the ballot
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
