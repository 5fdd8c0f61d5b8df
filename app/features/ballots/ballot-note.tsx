// The lines about a ballot on the event's page.
import { Link } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { useBallot } from './use-ballot.ts'
import * as words from './words.tsx'

export default function BallotNote({ event, className }: { event: Event; className?: string }) {
  const { loaded } = useBallot(event)
  if (loaded.state !== 'loaded') return null
  const ballot = loaded.value
  const link = (
    <Link to={words.ballotPath(ballot, event.key)}>
      {ballot.state === 'drawn' ? words.checkTheDraw : words.howItWorks}
    </Link>
  )
  if (ballot.state === 'cancelled')
    return (
      <p className={className}>
        {words.cancelledAndOpen(words.cancellationText(ballot.cancelledBecause, ballot.source.kind))}{' '}
        <Link to={words.ballotPath(ballot, event.key)}>{words.seeTheBallot}</Link>
      </p>
    )
  if (ballot.state === 'drawn')
    return (
      <p className={className}>
        {words.drawnByBallot} {link}
      </p>
    )
  return <p className={className}>{words.placesAreDrawn(words.momentText(ballot.closesAt, event.timeZone), link)}</p>
}
