// What people are told when they book: that they are asked to confirm, that there are more places than seats, and of a ballot.
import type { Event } from '../../../contract/events.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const { Part: BallotNote } = lazyPart(async () => ({ default: (await import('../ballots/slot.tsx')).BallotNote }))

export default function BookingNotes({ event, className }: { event: Event; className?: string }) {
  const { confirm, extraPlaces, ballot } = event
  return (
    <>
      {ballot && <BallotNote event={event} className={className} isSilent />}
      {confirm && (
        <p className={className}>
          {extraPlaces
            ? 'Confirm two days before, or you may go on standby.'
            : 'Confirm two days before, or your place goes to someone waiting.'}
        </p>
      )}
      {extraPlaces && (
        <p className={className}>
          Not everyone comes, so there are a few more places than seats. If you come, you’ll almost certainly get in.
        </p>
      )}
    </>
  )
}
