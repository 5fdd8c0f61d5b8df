// The surveys of an event and their times, without the schemas of the calls: screens show them too.
import type { AskedQuestion, SurveyQuestionKind } from './question-kinds.ts'

export const SURVEY_KINDS = ['pre-event', 'post-event', 'feedback'] as const
export type SurveyKind = (typeof SURVEY_KINDS)[number]

export type SurveyQuestion = AskedQuestion & { kind: SurveyQuestionKind }

interface SurveyWords {
  /** For organisers. */
  name: string
  description: string
  /** For guests. */
  title: string
}

export const SURVEY_WORDS: Record<SurveyKind, SurveyWords> = {
  'pre-event': {
    name: 'Pre-event survey',
    description: 'Open until the event starts. Guests get it by email a week before, and one reminder.',
    title: 'Before the event',
  },
  'post-event': {
    name: 'Post-event survey',
    description:
      'Open for two weeks after the event. Guests who were let in get it by email, and one reminder; all guests if nobody used the door.',
    title: 'After the event',
  },
  feedback: {
    name: 'Feedback form',
    description:
      'Open from the start of the event until two weeks after it, on the ticket and wherever you put its link.',
    title: 'Your feedback',
  },
}

/** What the form begins with. What is asked before an event is about single guests, so it carries names. */
export const usualSurvey = (kind: SurveyKind) => ({
  enabled: false,
  anonymous: kind !== 'pre-event',
  sends: kind !== 'feedback',
  questions: [] as SurveyQuestion[],
})
