import type { ManagedQuestion } from '../../../contract/booking-questions.ts'
import { QUESTION_KINDS, type QuestionKind } from '../../../contract/question-kinds.ts'
import { loadApi } from '../../lib/load-api.ts'
import { keepDraft, readDraft } from '../../session/part-drafts.ts'
import { writtenQuestion, type DraftQuestion } from '../../ui/question-editor.tsx'

/** What is in the form; without an id it has not been saved. */
export interface TypedQuestion extends DraftQuestion<QuestionKind> {
  id?: number
  isAnswered: boolean
}

export const PART = 'questions'

export const toTyped = (questions: ManagedQuestion[]): TypedQuestion[] =>
  questions.map(({ choices, ...question }) => ({ ...question, key: question.id, choices: choices.join('\n') }))

function isQuestion(value: unknown): value is TypedQuestion {
  const { key, id, kind, label, choices, required, isAnswered } = (value ?? {}) as Record<string, unknown>
  return (
    (QUESTION_KINDS as readonly unknown[]).includes(kind) &&
    typeof key === 'number' &&
    (id === undefined || typeof id === 'number') &&
    [label, choices].every((field) => typeof field === 'string') &&
    [required, isAnswered].every((field) => typeof field === 'boolean')
  )
}

export const isTyped = (value: unknown): value is TypedQuestion[] => Array.isArray(value) && value.every(isQuestion)

const bodyOf = (typed: TypedQuestion) => ({
  ...(typed.id === undefined ? {} : { id: typed.id }),
  ...writtenQuestion(typed),
})

export const putQuestions = async (eventId: number, typed: TypedQuestion[]) =>
  (await loadApi()).bookingQuestions.put({ params: { eventId }, body: { questions: typed.map(bodyOf) } })

export async function saveAll(userId: number, form: string, eventId: number): Promise<void> {
  const typed = readDraft(userId, form, PART)
  if (!isTyped(typed)) return
  await putQuestions(eventId, typed)
  keepDraft(userId, form, PART, null)
}
