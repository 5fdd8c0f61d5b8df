import type { Act, ReportKind } from '../../../contract/moderation-words.ts'

export const KIND_LABELS: Record<ReportKind, string> = {
  illegal: 'It’s illegal',
  rules: 'It’s against the rules',
  facts: 'The facts are wrong',
  picture: 'I’m in this picture',
}

/** What is asked, by what it is about. */
export const KIND_QUESTIONS: Record<ReportKind, string> = {
  illegal: 'Why do you think it’s illegal?',
  rules: 'What is against the rules?',
  facts: 'What is wrong, and what is right?',
  picture: 'Which picture is it?',
}

/** To the person who reported it. */
export const DECIDED: Record<Act, string> = {
  hide: 'We have hidden it.',
  restore: 'We looked at it again, and it’s back.',
  ask: 'We have asked for a change.',
  'hide-account': 'We have hidden everything from this account.',
  suspend: 'We have suspended the account.',
  'block-domain': 'We have blocked the links.',
}
