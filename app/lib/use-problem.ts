import { useId, useRef, useState } from 'react'
import { fieldAtFault } from './field-at-fault.ts'

/** What is wrong with a form and where: the field is marked and has the focus, until something is typed into it. */
export function useProblem(fields: Record<string, string | boolean>) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const messageId = useId()

  /** `among`: the fields that it can be about, where a form has several buttons; `at`: the one, where the sentence is the form’s own. */
  const showProblem = (found: string | null, among = fields, at?: string) => {
    const name = found ? (at ?? fieldAtFault(found, among)) : null
    setProblem(found)
    setWrong(name)
    const field = name && form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }
  const clearWrong = (name: string) => setWrong((known) => (known === name ? null : known))
  const isWrong = (name: string) => wrong === name
  /** Of a field: `<TextField {...field('email', email, setEmail)} />`. */
  const field = (name: string, value: string, onChange: (value: string) => void) => ({
    name,
    value,
    invalid: isWrong(name),
    ...(isWrong(name) && { 'aria-describedby': messageId }),
    onValueChange: (next: string) => {
      clearWrong(name)
      onChange(next)
    },
  })
  return { form, messageId, problem, showProblem, clearWrong, isWrong, field }
}
