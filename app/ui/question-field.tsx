// One question to answer: a text, choices, yes or no, or stars.
import { counted } from '../../contract/counted.ts'
import { useId } from 'react'
import { TEXT } from '../../contract/limits.ts'
import { STARS, YES_NO, type AskedQuestion } from '../../contract/question-kinds.ts'
import { classes } from '../lib/classes.ts'
import style from './question-field.module.css'
import * as words from './question-words.ts'
import { TextArea } from './text-area.tsx'

const optionsOf = ({ kind, choices }: AskedQuestion) =>
  kind === 'yes-no' ? YES_NO : choices.map((choice) => [choice, choice] as const)

interface Props {
  question: AskedQuestion
  value: string[]
  /** Whether the browser asks for it; a question with a star is not, once it was answered. */
  isRequired?: boolean
  /** Whether an answer can be taken back. */
  canBeEmpty?: boolean
  hint?: string
  onChange: (value: string[]) => void
}

function Stars({
  name,
  value,
  isRequired,
  onChange,
}: { name: string } & Pick<Props, 'value' | 'isRequired' | 'onChange'>) {
  const chosen = Number(value[0] ?? 0)
  return (
    <div className={style.stars}>
      {STARS.map((star) => (
        <label key={star} className={classes(style.star, Number(star) <= chosen && style.lit)}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            required={isRequired}
            checked={value.includes(star)}
            aria-label={counted(Number(star), 'star')}
            onChange={() => onChange([star])}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3-5.8 3 1.1-6.5L2.6 9.4l6.5-.9z" />
          </svg>
        </label>
      ))}
    </div>
  )
}

export function QuestionField({ question, value, isRequired = false, canBeEmpty = false, hint, onChange }: Props) {
  const name = useId()
  const { kind, required } = question
  const label = required ? `${question.label} *` : question.label
  if (kind === 'text')
    return (
      <TextArea
        label={label}
        required={isRequired}
        maxLength={TEXT.answer}
        value={value[0] ?? ''}
        hint={hint}
        onValueChange={(text) => onChange(text === '' ? [] : [text])}
      />
    )
  const isSeveral = kind === 'several'
  const toggle = (option: string) =>
    onChange(value.includes(option) ? value.filter((one) => one !== option) : [...value, option])
  return (
    <fieldset className={style.options}>
      <legend className={style.label}>{label}</legend>
      {kind === 'stars' && <Stars name={name} value={value} isRequired={isRequired} onChange={onChange} />}
      {optionsOf(question).map(([option, word]) => (
        <label key={option} className={style.option}>
          <input
            type={isSeveral ? 'checkbox' : 'radio'}
            name={name}
            required={isRequired && !isSeveral}
            checked={value.includes(option)}
            onChange={() => (isSeveral ? toggle(option) : onChange([option]))}
          />
          <span>{word}</span>
        </label>
      ))}
      {!isSeveral && canBeEmpty && (
        <label className={style.option}>
          <input type="radio" name={name} checked={value.length === 0} onChange={() => onChange([])} />
          <span className="quiet">{words.noAnswer}</span>
        </label>
      )}
      {hint && <p className="quiet small">{hint}</p>}
    </fieldset>
  )
}
