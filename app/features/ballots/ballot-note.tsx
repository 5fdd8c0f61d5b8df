// The lines about a ballot on the event's page.
import { Link } from 'react-router'
import type { Event } from '../../../contract/events.ts'
import { useBallot } from './use-ballot.ts'
import { ballotPath, cancellationText, momentText } from './words.ts'

export default function BallotNote({ event, className }: { event: Event; className?: string }) {
  const { loaded } = useBallot(event)
  if (loaded.state !== 'loaded') return null
  const ballot = loaded.value
  const link = (
    <Link to={ballotPath(ballot, event.key)}>{ballot.state === 'drawn' ? 'Check the draw' : 'How it works'}</Link>
  )
  if (ballot.state === 'cancelled')
    return (
      <p className={className}>
        The ballot was cancelled. {cancellationText(ballot.cancelledBecause, ballot.source.kind)} Booking is open.{' '}
        <Link to={ballotPath(ballot, event.key)}>See the ballot</Link>
      </p>
    )
  if (ballot.state === 'drawn') return <p className={className}>Places were drawn by ballot. {link}</p>
  return (
    <p className={className}>
      Places are drawn by ballot. Enter by {momentText(ballot.closesAt, event.timeZone)}; early or late makes no
      difference. {link}
    </p>
  )
}
