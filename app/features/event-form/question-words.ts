import type { QuestionKind } from '../../../contract/question-kinds.ts'

export const KINDS: [QuestionKind, string][] = [
  ['text', 'Text'],
  ['one', 'One of several choices'],
  ['several', 'Any of several choices'],
  ['yes-no', 'Yes or no'],
]

export const HAS_ANSWERS =
  'People have answered this. If you change its words or choices, we’ll ask it again as a new question, and keep the old answers in your list.'

export const questionsNotLoaded = 'The questions could not be loaded.'
export const loadingQuestions = 'Loading the questions'
export const aboutQuestions = (most: number) =>
  `Up to ${most}, asked once people have booked. You’ll see answers in the guest list and its CSV, never at the door. We delete them 90 days after the event.`
export const aboutRequired = 'We remind guests who haven’t answered. Their tickets are valid either way.'
export const saveQuestions = 'Save questions'
export const questionsSaved = 'Questions saved.'
export const questionsNotSaved = 'The questions could not be saved. Please try again.'
export const questionsChanged = 'Someone else changed the questions. These are the current ones.'
