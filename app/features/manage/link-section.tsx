import { useState } from 'react'
import { eventPath } from '../../../contract/event-access.ts'
import type { Event } from '../../../contract/events.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { Section } from './section.tsx'
import * as words from './event-words.ts'

interface Props {
  event: Event
  onChange: (event: Event) => void
}

function NewLinkDialog({ event, onChange, onClose }: Props & { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const toast = useToast()
  const renew = async () => {
    setBusy(true)
    try {
      const { events } = await loadApi()
      onChange(await events.renewLink({ params: { eventId: event.id } }))
      toast(words.hasNewLink)
      onClose()
    } catch (error) {
      setProblem(failureSentence(error, words.linkNotRenewed))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={words.askForNewLink} locked={isBusy}>
      <div className="stack gap-16">
        <p>{words.aboutNewLink}</p>
        <FormMessage problem={problem} />
        <DialogActs act={words.makeNewLink} onAct={() => void renew()} isBusy={isBusy} onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** Of an unlisted event: the link that people need. */
export function LinkSection({ event, onChange }: Props) {
  const [isAsked, setAsked] = useState(false)
  if (!event.key) return null
  return (
    <Section id="link-heading" title="Link">
      <p className="quiet">{words.isUnlisted}</p>
      <LinkToCopy url={location.origin + eventPath(event)} label={words.linkToEvent}>
        <Button look="text" onClick={() => setAsked(true)}>
          {words.newLink}
        </Button>
      </LinkToCopy>
      {isAsked && <NewLinkDialog event={event} onChange={onChange} onClose={() => setAsked(false)} />}
    </Section>
  )
}
