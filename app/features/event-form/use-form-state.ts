import { useRef, useState } from 'react'
import { isSameDraft, type EventDraft, type TextFieldName } from './draft.ts'
import { closeFor, endFor, isWholeTime } from './event-times.ts'
import { isCapacityInput, problemsOf, REQUIRED_FIELDS, type Problems } from './validation.ts'

export interface FormState {
  draft: EventDraft
  problems: Problems
  isChanged: boolean
  change: <Field extends keyof EventDraft>(field: Field, value: EventDraft[Field]) => void
  /** Several fields at once. */
  fill: (values: Partial<Record<TextFieldName, string>>) => void
  /** Resets the form. */
  reset: () => void
  /** From now on touched fields show what is wrong; an attempt touches all that are required. */
  attempt: () => void
  /** Everything a text input needs; `hint` is shown below it while nothing is wrong. */
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

const ACCEPTS: Partial<Record<TextFieldName, (value: string) => boolean>> = {
  capacity: isCapacityInput,
  maxPerPerson: isCapacityInput,
}

interface Options {
  /** What somebody has already changed of it. */
  begun: EventDraft | null
  /** How long an event is of which only the start is known. */
  minutes: number
  /** How many minutes before the start booking of an event closes that is held again. */
  closesBefore?: number
}

export function useFormState(initial: EventDraft, { begun, minutes, closesBefore }: Options): FormState {
  const [draft, setDraft] = useState(begun ?? initial)
  // The last start that was whole: while a date is typed over, the input is empty for moments.
  const start = useRef(draft.startTime)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [wasAttempted, setWasAttempted] = useState(false)
  const problems = problemsOf(draft)
  const touch = (...names: string[]) => setTouched((known) => new Set([...known, ...names]))
  const change: FormState['change'] = (name, value) => setDraft((known) => ({ ...known, [name]: value }))
  // The town that was read from the old venue must not stay with the new one; one that was typed does.
  const changeVenue = (venue: string) =>
    setDraft((known) => ({ ...known, venue, town: touched.has('town') ? known.town : '' }))
  const changeStart = (to: string) => {
    const from = start.current
    if (isWholeTime(to)) start.current = to
    setDraft((known) => ({
      ...known,
      startTime: to,
      endTime: endFor({ endTime: known.endTime, from, to, minutes }),
      bookingClosesAt: closeFor({ closesAt: known.bookingClosesAt, from, to, closesBefore }),
    }))
  }
  /** As if each had been typed: an end and a close follow their start, a town its venue. */
  const fill: FormState['fill'] = ({ startTime, venue, ...others }) => {
    if (venue !== undefined) changeVenue(venue)
    if (startTime !== undefined) changeStart(startTime)
    if (others.town !== undefined) touch('town')
    setDraft((known) => ({ ...known, ...others }))
  }

  return {
    draft,
    problems,
    change,
    fill,
    reset: () => {
      start.current = initial.startTime
      setDraft(initial)
    },
    isChanged: !isSameDraft(draft, initial),
    attempt: () => {
      setWasAttempted(true)
      touch(...REQUIRED_FIELDS, 'maxPerPerson', 'bookingClosesAt', 'bookingUrl')
    },
    field: (name, hint) => {
      const problem = wasAttempted && touched.has(name) ? problems[name] : undefined
      return {
        value: draft[name],
        onValueChange: (value) => {
          if (name === 'startTime') changeStart(value)
          else if (name === 'venue') changeVenue(value)
          else if (ACCEPTS[name]?.(value) ?? true) change(name, value)
        },
        onBlur: () => touch(name),
        invalid: problem !== undefined,
        hint: problem ?? hint,
      }
    },
  }
}
