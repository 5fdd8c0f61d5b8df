// The part Surveys of the event form: what guests are asked before and after the event, and what they have answered.
import { SURVEY_KINDS } from '../../../contract/survey-kinds.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { SurveyEditor } from './survey-editor.tsx'
import part from '../../ui/form-part.module.css'
import * as words from './words.ts'

export default function Surveys({ form, event }: PartProps) {
  const eventId = event?.id ?? null
  return (
    <div className={part.parts}>
      <p className="quiet">
        {words.aboutSurveys}
        {eventId === null && words.savedToo}
      </p>
      {SURVEY_KINDS.map((kind) => (
        <SurveyEditor key={kind} kind={kind} form={form} eventId={eventId} />
      ))}
    </div>
  )
}
