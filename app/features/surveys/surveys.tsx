// The part Surveys of the event form: what guests are asked before and after the event, and what they have answered.
import { SURVEY_KINDS } from '../../../contract/survey-kinds.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { SurveyEditor } from './survey-editor.tsx'
import part from '../../ui/form-part.module.css'

export default function Surveys({ form, event }: PartProps) {
  const eventId = event?.id ?? null
  return (
    <div className={part.parts}>
      <p className="quiet">
        What you ask your guests. They answer on their ticket or by a link that needs no sign-in.
        {eventId === null && ' Surveys are saved together with the event.'}
      </p>
      {SURVEY_KINDS.map((kind) => (
        <SurveyEditor key={kind} kind={kind} form={form} eventId={eventId} />
      ))}
    </div>
  )
}
