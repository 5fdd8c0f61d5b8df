// The part Emailers of the event form: the organiser's words in the emails that guests get.
import { EMAIL_KINDS } from '../../../contract/email-kinds.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { EmailEditor } from './email-editor.tsx'
import part from '../../ui/form-part.module.css'

export default function Emailers({ form, event }: PartProps) {
  const eventId = event?.id ?? null
  return (
    <div className={part.parts}>
      <p className="quiet">
        {eventId === null
          ? 'Your own words in the emails your guests get. They’re saved with the event. Save it once to see a preview.'
          : 'Your own words in the emails your guests get. We always add the time, place and ticket.'}
      </p>
      {EMAIL_KINDS.map((kind) => (
        <EmailEditor key={kind} kind={kind} form={form} eventId={eventId} />
      ))}
    </div>
  )
}
