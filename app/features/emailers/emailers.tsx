// The part Emailers of the event form: the organiser's words in the emails that guests get.
import { EMAIL_KINDS } from '../../../contract/email-kinds.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { EmailEditor } from './email-editor.tsx'
import part from '../../ui/form-part.module.css'
import * as words from './words.ts'

export default function Emailers({ form, event }: PartProps) {
  const eventId = event?.id ?? null
  return (
    <div className={part.parts}>
      <p className="quiet">{eventId === null ? words.aboutEmailsOfNew : words.aboutEmails}</p>
      {EMAIL_KINDS.map((kind) => (
        <EmailEditor key={kind} kind={kind} form={form} eventId={eventId} />
      ))}
    </div>
  )
}
