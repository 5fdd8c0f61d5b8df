// The kinds of questions that an organiser may ask, without the schemas of the calls: screens show them too.

/** Of those who book. */
export const QUESTION_KINDS = ['text', 'one', 'several', 'yes-no'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** Of a survey. */
export const SURVEY_QUESTION_KINDS = ['text', 'one', 'several', 'stars'] as const
export type SurveyQuestionKind = (typeof SURVEY_QUESTION_KINDS)[number]

export type AnyQuestionKind = QuestionKind | SurveyQuestionKind

/** Only these kinds have choices to choose from. */
export const hasChoices = (kind: AnyQuestionKind) => kind === 'one' || kind === 'several'

export const STARS = ['1', '2', '3', '4', '5'] as const

/** What is stored of a yes or no, and what people read. */
export const YES_NO = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** 'Vegan', 'Friday, Sunday' or 'Yes' */
export const answerWords = (kind: AnyQuestionKind, answer: readonly string[]): string =>
  (kind === 'yes-no' ? YES_NO.filter(([value]) => answer.includes(value)).map(([, word]) => word) : answer).join(', ')

export interface AskedQuestion {
  kind: AnyQuestionKind
  label: string
  choices: string[]
  required: boolean
}

/** What can be chosen; null: any text. */
export function offeredBy({ kind, choices }: Pick<AskedQuestion, 'kind' | 'choices'>): readonly string[] | null {
  if (kind === 'text') return null
  if (kind === 'yes-no') return YES_NO.map(([value]) => value)
  return kind === 'stars' ? STARS : choices
}
