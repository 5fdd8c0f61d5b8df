// What an organiser can have filled in for each guest, such as {first_name}. The form, the check, the preview and the emails
// are all made from this one table.
import type { z } from 'zod'

interface Placeholder {
  /** In the form. */
  label: string
  /** Of the guest in the preview; null: the event's own. */
  sample: string | null
}

export const PLACEHOLDERS = {
  first_name: { label: 'First name', sample: 'Niamh' },
  event: { label: 'Title of the event', sample: null },
  date: { label: 'Date', sample: null },
  time: { label: 'Time', sample: null },
  place: { label: 'Place', sample: null },
  seats: { label: 'Number of seats', sample: '2' },
  ticket_link: { label: 'Link to the ticket', sample: null },
  survey_link: { label: 'Link to the survey', sample: null },
  organiser: { label: 'Name of the organiser', sample: null },
} as const satisfies Record<string, Placeholder>

export type PlaceholderName = keyof typeof PLACEHOLDERS

export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as PlaceholderName[]

/** Values are put in as they are: none is ever looked at for another placeholder. */
export type PlaceholderValues = Record<PlaceholderName, string>

export type TemplatePart = { text: string } | { placeholder: PlaceholderName }

export type Template = { parts: TemplatePart[] } | { problem: string }

// Of a name that nobody will read in full.
const SHOWN = 40

// Two braces are one brace; one opens a name, which ends at the next brace. A lone closing brace is text.
const PIECE = /\{\{|\}\}|\{([^{}]*)(\}?)/g

/** The text in parts, read once from beginning to end. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = []
  let from = 0
  const add = (piece: string) => void (piece && parts.push({ text: piece }))
  for (const found of text.matchAll(PIECE)) {
    const [whole, name = '', end] = found
    add(text.slice(from, found.index))
    from = found.index + whole.length
    if (whole === '{{' || whole === '}}') add(whole.charAt(0))
    else if (!end) return { problem: `has no } after {${shorten(name)}. Write {{ for a brace.` }
    else if (!Object.hasOwn(PLACEHOLDERS, name))
      return { problem: `uses {${shorten(name)}}, which isn’t a placeholder. You can use ${listed()}.` }
    else parts.push({ placeholder: name as PlaceholderName })
  }
  add(text.slice(from))
  return { parts }
}

const shorten = (name: string) =>
  (name.length > SHOWN ? `${name.slice(0, SHOWN).toWellFormed()}…` : name).replace(/\s+/g, ' ')

const listed = () => PLACEHOLDER_NAMES.map((name) => `{${name}}`).join(', ')

/** Text that was checked when it was stored. What cannot be read is left as it is. */
export function fillTemplate(text: string, values: PlaceholderValues): string {
  const read = parseTemplate(text)
  if ('problem' in read) return text
  return read.parts.map((part) => ('text' in part ? part.text : values[part.placeholder])).join('')
}

/** A text of the contract in which placeholders may be used. */
export const templated = (schema: z.ZodString) =>
  schema.superRefine((text, context) => {
    const read = parseTemplate(text)
    if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem })
  })
