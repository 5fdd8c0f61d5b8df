import type { SurveyQuestionKind } from '../../../contract/question-kinds.ts'
import { SURVEY_QUESTION_KINDS } from '../../../contract/question-kinds.ts'
import { SURVEY_KINDS, type SurveyKind, type SurveyQuestion } from '../../../contract/survey-kinds.ts'
import { loadApi } from '../../lib/load-api.ts'
import { keepDraft, readDraft } from '../../session/part-drafts.ts'
import { writtenQuestion, type DraftQuestion } from '../../ui/question-editor.tsx'

/** What is in the form. */
export interface TypedSurvey {
  enabled: boolean
  anonymous: boolean
  sends: boolean
  questions: DraftQuestion<SurveyQuestionKind>[]
}

type Stored = Pick<TypedSurvey, 'enabled' | 'anonymous' | 'sends'> & { questions: SurveyQuestion[] }

export const toTyped = ({ enabled, anonymous, sends, questions }: Stored): TypedSurvey => ({
  enabled,
  anonymous,
  sends,
  questions: questions.map((question, at) => ({ ...question, choices: question.choices.join('\n'), key: at + 1 })),
})

export const partOf = (kind: SurveyKind) => `survey ${kind}`

function isQuestion(value: unknown): value is DraftQuestion<SurveyQuestionKind> {
  const { key, kind, label, choices, required } = (value ?? {}) as Record<string, unknown>
  const isKnown = (SURVEY_QUESTION_KINDS as readonly unknown[]).includes(kind)
  return (
    isKnown &&
    typeof key === 'number' &&
    typeof required === 'boolean' &&
    typeof label === 'string' &&
    typeof choices === 'string'
  )
}

export function isTyped(value: unknown): value is TypedSurvey {
  const { enabled, anonymous, sends, questions } = (value ?? {}) as Partial<Record<keyof TypedSurvey, unknown>>
  return (
    [enabled, anonymous, sends].every((field) => typeof field === 'boolean') &&
    Array.isArray(questions) &&
    questions.every(isQuestion)
  )
}

export const saveSurvey = async (eventId: number, kind: SurveyKind, typed: TypedSurvey) =>
  (await loadApi()).surveys.set({
    params: { eventId, kind },
    body: { ...typed, questions: typed.questions.map(writtenQuestion) },
  })

export async function saveAll(userId: number, form: string, eventId: number): Promise<void> {
  for (const kind of SURVEY_KINDS) {
    const typed = readDraft(userId, form, partOf(kind))
    if (!isTyped(typed)) continue
    await saveSurvey(eventId, kind, typed)
    keepDraft(userId, form, partOf(kind), null)
  }
}
