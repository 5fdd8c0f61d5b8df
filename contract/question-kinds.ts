// The kinds of questions that an organiser may ask, without the schemas of the calls: screens show them too.

export const QUESTION_KINDS = ['text', 'one', 'several', 'yes-no'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** Only these kinds have choices to choose from. */
export const hasChoices = (kind: QuestionKind) => kind === 'one' || kind === 'several'

/** What is stored of a yes or no, and what people read. */
export const YES_NO = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** 'Vegan', 'Friday, Sunday' or 'Yes' */
export const answerWords = (kind: QuestionKind, answer: readonly string[]): string =>
  (kind === 'yes-no' ? YES_NO.filter(([value]) => answer.includes(value)).map(([, word]) => word) : answer).join(', ')
