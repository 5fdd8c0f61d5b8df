import { useState } from 'react'
import { isSameDraft, type EventDraft, type TextFieldName } from './draft.ts'
import { isCapacityInput, problemsOf, REQUIRED_FIELDS, type Problems } from './validation.ts'

export interface FormState {
  draft: EventDraft
  problems: Problems
  isChanged: boolean
  change: <Field extends keyof EventDraft>(field: Field, value: EventDraft[Field]) => void
  /** From now on touched fields show what is wrong; an attempt touches all that are required. */
  attempt: () => void
  /** Everything a text input needs; `hint` stands below it while nothing is wrong. */
  field: (
    name: TextFieldName,
    hint?: string,
  ) => {
    value: string
    onValueChange: (value: string) => void
    onBlur: () => void
    invalid: boolean
    hint: string | undefined
  }
}

const ACCEPTS: Partial<Record<TextFieldName, (value: string) => boolean>> = { capacity: isCapacityInput }

/** `begun`: what somebody has already changed of it. */
export function useFormState(initial: EventDraft, begun: EventDraft | null): FormState {
  const [draft, setDraft] = useState(begun ?? initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [wasAttempted, setWasAttempted] = useState(false)
  const problems = problemsOf(draft)
  const touch = (...names: string[]) => setTouched((known) => new Set([...known, ...names]))
  const change: FormState['change'] = (name, value) => setDraft((known) => ({ ...known, [name]: value }))

  return {
    draft,
    problems,
    change,
    isChanged: !isSameDraft(draft, initial),
    attempt: () => {
      setWasAttempted(true)
      touch(...REQUIRED_FIELDS)
    },
    field: (name, hint) => {
      const problem = wasAttempted && touched.has(name) ? problems[name] : undefined
      return {
        value: draft[name],
        onValueChange: (value) => {
          if (ACCEPTS[name]?.(value) ?? true) change(name, value)
        },
        onBlur: () => touch(name),
        invalid: problem !== undefined,
        hint: problem ?? hint,
      }
    },
  }
}
