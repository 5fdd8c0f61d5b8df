import { counted } from '../../../contract/counted.ts'
import { SURVEY } from '../../../contract/limits.ts'
import type { QuestionResults, SurveyResults } from '../../../contract/surveys.ts'

export const answers = (count: number) => counted(count, 'answer')

/** How many there are, and which of them are shown. */
export function countWords({
  anonymous,
  isClosed,
  answered,
  shown,
}: Omit<SurveyResults, 'kind' | 'questions'>): string {
  const step = SURVEY.step
  if (!anonymous || answered === shown) return `${answers(answered)}.`
  if (shown === 0 && answered >= step) return `${answers(answered)}. You’ll see them in about a minute.`
  if (shown === 0 && isClosed)
    return `${answers(answered)}. With fewer than ${step}, you could guess who wrote what, so we don’t show them.`
  if (shown === 0) return `${answers(answered)}. You’ll see the answers once there are ${step}.`
  if (isClosed) return `${answers(answered)}, of which ${shown} are shown. The rest are too few to stay anonymous.`
  return `${answers(answered)}, of which ${shown} are shown. More are shown in groups of ${step}.`
}

/** '4.2 stars on average' */
export function averageWords(counts: QuestionResults['counts']): string | null {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const stars = counts.reduce((sum, { choice, count }) => sum + Number(choice) * count, 0)
  return all === 0 ? null : `${(stars / all).toFixed(1)} stars on average`
}

export const asTable = 'As a table'
export const answersTo = (question: string) => `Answers to: ${question}`
export const theFirst = (count: number) => `The first ${count}. All are in the CSV.`
export const loadingResults = 'Loading the results'
export const resultsNotLoaded = 'The results could not be loaded.'
export const downloadCsv = 'Download CSV'
export const fileNotPrepared = 'Your file could not be prepared. Please try again.'
