// The section Door of the manage screen: links for the phones at the door, who is in, and what two doors disagree about.
import { conflictCount, conflictSentence } from '../../../contract/door-words.ts'
import type { DoorLink } from '../../../contract/door.ts'
import type { Event } from '../../../contract/events.ts'
import { DOOR } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { NewDoorLink } from './new-door-link.tsx'
import { useDoor } from './use-door.ts'
import { Section } from './section.tsx'
import style from './door-section.module.css'

/** Until then a link works, and one can be made: nights grow long. */
const canMakeLink = ({ endTime }: Event, now: Date) =>
  now.getTime() < Date.parse(endTime) + DOOR.hoursAfterEnd * 3_600_000

function LinkRow({ link, eventId, onEnded }: { link: DoorLink; eventId: number; onEnded: () => void }) {
  const toast = useToast()
  const end = async () => {
    try {
      const api = await loadApi()
      await api.door.revokeLink({ params: { eventId, linkId: link.id } })
      onEnded()
    } catch (error) {
      toast(failureSentence(error, 'The link could not be ended. Please try again.'), { severity: 'error' })
    }
  }
  return (
    <li className={style.row}>
      <span>
        <strong>{link.name}</strong> {link.mayAdd ? 'with search and walk-ins' : 'scans only'}
      </span>
      <span className="strong numbers">{link.admitted} in</span>
      {link.revokedAt ? (
        <span>Ended</span>
      ) : (
        <Button look="text" aria-label={`End ${link.name}`} onClick={() => void end()}>
          End
        </Button>
      )}
    </li>
  )
}

export function DoorSection({ event }: { event: Event }) {
  const { loaded, load } = useDoor(event.id)
  if (loaded.state === 'loading') return <Spinner label="Loading the door" />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={() => void load()}>
        <p>The door could not be loaded.</p>
      </TryAgain>
    )
  const { counts, links } = loaded
  return (
    <Section id="door-heading" title="Door">
      <p className={style.total}>
        <strong>{counts.admitted}</strong> in, {counts.sold} booked of {counts.capacity}
        {counts.overLimit > 0 && `, ${counts.overLimit} over`}
      </p>
      {counts.conflicts.length > 0 && (
        <section className={style.conflicts} aria-label="Conflicts">
          <h3>{conflictCount(counts.conflicts.length)}</h3>
          <ul role="list">
            {counts.conflicts.map((conflict) => (
              <li key={`${conflict.door} ${conflict.scanId}`}>{conflictSentence(conflict, event.timeZone)}</li>
            ))}
          </ul>
        </section>
      )}
      {canMakeLink(event, new Date()) && <NewDoorLink eventId={event.id} onMade={() => void load()} />}
      {links.length > 0 && (
        <ul role="list" className="stack">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} eventId={event.id} onEnded={() => void load()} />
          ))}
        </ul>
      )}
    </Section>
  )
}
