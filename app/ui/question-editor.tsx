// Where an organiser writes questions: of those who book, and of a survey.
import { TEXT } from '../../contract/limits.ts'
import { hasChoices, type AnyQuestionKind } from '../../contract/question-kinds.ts'
import { Button } from './button.tsx'
import { LabelledField } from './labelled-field.tsx'
import style from './question-editor.module.css'
import * as words from './question-words.ts'
import { Switch } from './switch.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import field from './text-field.module.css'

export interface DraftQuestion<K extends AnyQuestionKind> {
  key: number
  kind: K
  label: string
  /** One in each line. */
  choices: string
  required: boolean
}

export const writtenQuestion = <K extends AnyQuestionKind>({ kind, label, choices, required }: DraftQuestion<K>) => ({
  kind,
  label,
  choices: hasChoices(kind)
    ? choices
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : [],
  required,
})

interface QuestionProps<K extends AnyQuestionKind> {
  number: number
  draft: DraftQuestion<K>
  kinds: [K, string][]
  aboutRequired: string
  note: string | undefined
  onChange: (fields: Partial<DraftQuestion<K>>) => void
  onRemove: () => void
}

function QuestionFields<K extends AnyQuestionKind>(props: QuestionProps<K>) {
  const { number, draft, kinds, aboutRequired, note, onChange, onRemove } = props
  return (
    <fieldset className={style.question}>
      <legend className={style.legend}>{words.question(number)}</legend>
      <TextField
        label={words.label}
        value={draft.label}
        onValueChange={(label) => onChange({ label })}
        maxLength={TEXT.bookingQuestion}
        autoComplete="off"
        required
      />
      <LabelledField label={words.kind}>
        {(control) => (
          <select
            {...control}
            className={field.select}
            value={draft.kind}
            onChange={(event) => onChange({ kind: event.target.value as K })}
          >
            {kinds.map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      {hasChoices(draft.kind) && (
        <TextArea
          label={words.choices}
          hint={words.choicesHint}
          value={draft.choices}
          onValueChange={(choices) => onChange({ choices })}
          rows={3}
          required
        />
      )}
      <Switch
        label={words.required}
        description={aboutRequired}
        checked={draft.required}
        onChange={(required) => onChange({ required })}
      />
      {note && <p className="quiet small">{note}</p>}
      <Button look="text" onClick={onRemove} aria-label={words.removeQuestion(number)}>
        {words.remove}
      </Button>
    </fieldset>
  )
}

interface Props<K extends AnyQuestionKind, D extends DraftQuestion<K>> {
  kinds: [K, string][]
  most: number
  drafts: D[]
  /** What a new one begins with. */
  fresh: Omit<D, 'key'>
  aboutRequired: string
  note?: (draft: D) => string | undefined
  onChange: (drafts: D[]) => void
}

export function QuestionEditor<K extends AnyQuestionKind, D extends DraftQuestion<K>>(props: Props<K, D>) {
  const { kinds, most, drafts, fresh, aboutRequired, note, onChange } = props
  // Keys of new ones are below those of stored ones.
  const add = () => onChange([...drafts, { ...fresh, key: Math.min(0, ...drafts.map(({ key }) => key)) - 1 } as D])
  return (
    <>
      {drafts.map((draft, index) => (
        <QuestionFields
          key={draft.key}
          number={index + 1}
          draft={draft}
          kinds={kinds}
          aboutRequired={aboutRequired}
          note={note?.(draft)}
          onChange={(fields) => onChange(drafts.map((one) => (one.key === draft.key ? { ...one, ...fields } : one)))}
          onRemove={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <div>
        <Button look="outlined" disabled={drafts.length >= most} onClick={add}>
          {words.add}
        </Button>
      </div>
    </>
  )
}
