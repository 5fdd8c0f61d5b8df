import { SURVEY } from '../../../contract/limits.ts'
import type { SurveyQuestionKind } from '../../../contract/question-kinds.ts'

export const KINDS: [SurveyQuestionKind, string][] = [
  ['stars', 'One to five stars'],
  ['text', 'Text'],
  ['one', 'One of several choices'],
  ['several', 'Any of several choices'],
]

export function anonymityWords({ anonymous, isOpened }: { anonymous: boolean; isOpened: boolean }) {
  if (isOpened) return 'Guests have seen this survey, so this can’t be changed.'
  if (!anonymous) return 'You see who has answered what, and guests are told so.'
  return `You never see who has answered what. Results come in groups of ${SURVEY.step}. You can’t change this once it’s open.`
}

export const sendByEmail = 'Send it by email'
export const aboutEmail = 'Each guest gets it once, and one reminder if they haven’t answered.'
export const hasAnswers = 'This survey has answers, so its questions can’t be changed.'
export const aboutRequired = 'People can’t send the survey without answering this.'
export const notLoaded = (survey: string) => `The ${survey} could not be loaded.`
export const showResults = 'Show the results'

export const aboutSurveys = 'What you ask your guests. They answer on their ticket or by a link that needs no sign-in.'
export const savedToo = ' Surveys are saved together with the event.'
