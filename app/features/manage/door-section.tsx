// The section Door of the manage screen: links for the phones at the door, who is in, and what two doors disagree about.
import { useState } from 'react'
import { conflictCount, conflictSentence } from '../../../contract/door-words.ts'
import type { DoorLink } from '../../../contract/door.ts'
import type { Event } from '../../../contract/events.ts'
import { DOOR } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { NewDoorLink } from './new-door-link.tsx'
import { useDoor } from './use-door.ts'
import { Section } from './section.tsx'
import { isTonight } from './is-tonight.ts'
import { Tonight } from './tonight.tsx'
import style from './door-section.module.css'
import * as words from './door-words.tsx'

/** Until then a link works, and one can be made: nights grow long. */
const canMakeLink = ({ endTime }: Event, now: Date) =>
  now.getTime() < Date.parse(endTime) + DOOR.hoursAfterEnd * 3_600_000

function LinkRow({ link, eventId, onEnded }: { link: DoorLink; eventId: number; onEnded: () => void }) {
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      const api = await loadApi()
      await api.door.revokeLink({ params: { eventId, linkId: link.id } })
      setAsked(false)
      onEnded()
    } catch (error) {
      toast(failureSentence(error, words.linkNotEnded), { severity: 'error' })
    }
    setBusy(false)
  }
  return (
    <li className={style.row}>
      <span>
        <strong>{link.name}</strong> {link.mayAdd ? words.withSearch : words.scansOnly}
      </span>
      <span className="strong numbers">{link.admitted} in</span>
      {link.revokedAt ? (
        <span>Ended</span>
      ) : (
        <Button look="text" aria-label={words.endDoor(link.name)} onClick={() => setAsked(true)}>
          End
        </Button>
      )}
      <Dialog open={isAsked} onClose={() => setAsked(false)} title={words.closeDoor(link.name)} locked={isBusy}>
        <div className="stack gap-20">
          <p>
            {link.admitted > 0 && words.hasLetIn(link.admitted)}
            {words.aboutClosing}
          </p>
          <DialogActs
            act={words.closeIt}
            ends
            onAct={() => void end()}
            isBusy={isBusy}
            onClose={() => setAsked(false)}
          />
        </div>
      </Dialog>
    </li>
  )
}

export function DoorSection({ event }: { event: Event }) {
  const { loaded, load } = useDoor(event.id)
  if (loaded.state === 'loading') return <Spinner label={words.loadingDoor} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={() => void load()}>
        <p>{words.doorNotLoaded}</p>
      </TryAgain>
    )
  const { counts, links } = loaded
  return (
    <Section id="door-heading" title="Door">
      {isTonight(event, new Date()) && <Tonight event={event} counts={counts} />}
      <p className={style.total}>
        {words.inAndBooked(
          <strong>{counts.admitted}</strong>,
          counts.sold,
          counts.capacity,
          counts.overLimit > 0 && words.overBy(counts.overLimit),
        )}
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
      {canMakeLink(event, new Date()) && (
        <NewDoorLink
          eventId={event.id}
          isEnded={(id) => links.some((link) => link.id === id && link.revokedAt !== null)}
          onMade={() => void load()}
        />
      )}
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
