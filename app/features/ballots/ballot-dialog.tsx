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
import * as words from './words.tsx'

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
      <dt>{words.openUntil}</dt>
      <dd>{words.momentText(ballot.closesAt, event.timeZone)}</dd>
      <dt>{words.decidedBy}</dt>
      <dd>{words.numberText(ballot, event.timeZone)}</dd>
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
        label={words.howManyPlaces}
        options={counts.map((value) => ({ value, label: value }))}
        value={String(count)}
        onValueChange={(value) => setCount(Number(value))}
      />
      <FormMessage problem={enter.problem} />
      <Button type="submit" wide disabled={enter.isBusy || isSame} aria-busy={enter.isBusy}>
        {entry ? words.changeMyEntry : words.enterTheBallot}
      </Button>
    </form>
  )
}

/** What its owner needs to find their own line in the list. */
function Receipt({ entry }: { entry: OwnBallotEntry }) {
  return (
    <details className={style.receipt}>
      <summary>{words.yourReceipt}</summary>
      <div className="stack gap-12">
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
        <p className="quiet">{words.aboutReceipt}</p>
      </div>
    </details>
  )
}

export default function BallotDialog({ event, ballot, isShut, entry, enter, onAgain, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={entry ? words.inTheBallotTitle : words.enterTheBallot}>
      {!ballot ? (
        <TryAgain onPress={onAgain}>
          <p>{words.notLoaded}</p>
        </TryAgain>
      ) : (
        <div className="stack column gap-16">
          {entry && <p>{words.askedForAndEmailed(<b>{words.placesText(entry.seats)}</b>)}</p>}
          <p className={entry ? 'quiet' : undefined}>{words.EXPLAINED}</p>
          <Facts event={event} ballot={ballot} />
          {!isShut && <SeatsForm key={entry?.leaf} event={event} ballot={ballot} entry={entry} enter={enter} />}
          {entry && <Receipt entry={entry} />}
          {isShut && <FormMessage problem={enter.problem} />}
          <Link to={words.ballotPath(ballot, event.key)}>{words.seeTheBallot}</Link>
          {entry && (
            <Button look="outlined" wide disabled={enter.isBusy} onClick={() => void enter.leave()}>
              {words.leaveTheBallot}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
