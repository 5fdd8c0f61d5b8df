import { siteOf } from '../../../contract/event-access.ts'
import { CAPACITY, TEXT, TICKETS_PER_PERSON } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import type { EventDraft, TextFieldName } from './draft.ts'
import * as words from './words.tsx'

export const REQUIRED_FIELDS = ['title', 'description', 'startTime', 'endTime', 'venue', 'capacity'] as const

export type Problems = Partial<Record<TextFieldName, string>>

/** The field accepts only nothing or a positive number. */
export const isCapacityInput = (text: string) => /^([1-9]\d{0,6})?$/.test(text)

const LONGEST: Partial<Record<TextFieldName, number>> = {
  title: TEXT.title,
  venue: TEXT.venue,
  description: TEXT.description,
  artistDescription: TEXT.artistDescription,
  town: TEXT.town,
}

/** What is wrong with each field, as its helper text says it. */
export function problemsOf(draft: EventDraft): Problems {
  const problems: Problems = {}
  for (const field of REQUIRED_FIELDS) {
    if (draft[field].trim() === '') problems[field] = messages.fieldRequired
  }
  for (const [field, max] of Object.entries(LONGEST) as [TextFieldName, number][]) {
    if (draft[field].trim().length > max) problems[field] = words.atMostCharacters(max)
  }
  if (!problems.capacity && Number(draft.capacity) > CAPACITY.max) {
    problems.capacity = words.capacityAtMost(CAPACITY.max)
  }
  // Both are local times of one zone in the same notation, so their order is that of the text.
  if (!problems.startTime && !problems.endTime && draft.endTime <= draft.startTime) {
    problems.endTime = messages.endBeforeStart
  }
  if (Number(draft.maxPerPerson) > TICKETS_PER_PERSON.max) {
    problems.maxPerPerson = words.thisCanBeAtMost(TICKETS_PER_PERSON.max)
  }
  if (draft.bookingClosesAt && !problems.endTime && draft.bookingClosesAt > draft.endTime) {
    problems.bookingClosesAt = messages.closesAfterEnd
  }
  if (draft.admission === 'elsewhere' && siteOf(draft.bookingUrl.trim()) === null) {
    problems.bookingUrl = messages.bookingUrlNeeded
  }
  return problems
}

/** What the message at the bottom says: a missing field first, else the one thing that is wrong. */
export function summaryOf(problems: Problems): string | null {
  const all = Object.values(problems)
  return all.includes(messages.fieldRequired) ? messages.fillRequiredFields : (all[0] ?? null)
}

/** Every required field is on the first tab, so it is that one or none. */
export const firstIncompleteTab = (draft: EventDraft): number | null =>
  Object.keys(problemsOf(draft)).length > 0 ? 0 : null
