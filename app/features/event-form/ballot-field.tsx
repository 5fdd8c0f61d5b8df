import { useState } from 'react'
import { readDraft, type PartProps } from '../../session/part-drafts.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import * as words from './words.tsx'

const { Part: BallotPart } = lazyPart(async () => ({ default: (await import('../ballots/slot.tsx')).BallotPart }))

/** Few events have a ballot: its fields are fetched for those that do, or when somebody presses. */
export function BallotField(props: PartProps) {
  const { form, event } = props
  const userId = useSession().user?.id
  const [isOpen, setOpen] = useState(
    () => event?.ballot !== undefined || (userId !== undefined && Boolean(readDraft(userId, form, 'ballot'))),
  )
  if (event?.seriesId !== undefined) return <p className="quiet">{words.noBallotInSeries}</p>
  if (!isOpen)
    return (
      <div>
        <Button look="outlined" onClick={() => setOpen(true)}>
          {words.holdBallot}
        </Button>
      </div>
    )
  return (
    <section aria-label="Ballot" className="stack column gap-8">
      <h2>Ballot</h2>
      <BallotPart {...props} onRemoved={() => setOpen(false)} onUnavailable={() => setOpen(false)} />
    </section>
  )
}
