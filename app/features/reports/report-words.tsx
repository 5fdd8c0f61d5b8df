import type { ReactNode } from 'react'
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

export const eventOrCreator = 'An event or a creator’s page'
export const addressOfReported = 'Web address of the event or creator'
export const copyAddress = 'Copy it from your browser’s address bar.'
export const addressIsMissing = 'Please copy the address of the event or of the creator’s page here.'
export const whatIsWrong = 'What is wrong?'
export const webAddress = 'Web address'
export const nameIfYouWant = 'Your name (if you want to)'
export const yourName = 'Your name'
export const yourEmail = 'Your email'
export const emailIfYouWant = 'Your email (if you want to hear from us)'
export const aboutEmail = 'For a receipt and our decision. The person you report never learns who you are.'
export const inGoodFaith = 'I believe in good faith that what I say here is accurate and complete.'
export const abuseOfChildren = 'It’s about the sexual abuse of children. I don’t have to give my name.'
export const sendReport = 'Send report'
export const reportNotSent = 'Your report could not be sent. Please try again.'

export const thankYou = 'Thank you'
export const personWillLook = (reference: ReactNode, receipt: ReactNode) => (
  <>
    A person will look at it. Track your report: {reference}.{receipt}
  </>
)
export const receiptIsComing = ' A receipt is on its way to you.'
export const goBack = 'Go back'
export const browseEvents = 'Browse Events'

export const loadingForm = 'Loading the form'
export const formNotLoaded = 'The form could not be loaded. Please try again.'

export const nobodyHasDecided = 'There’s no decision yet. We look at illegal content first, then at the oldest reports.'
export const leftAsItIs = 'A moderator looked at it and left it as it is.'
export const reasonAndRule = (decided: string, reason: string, rule: ReactNode) => (
  <>
    {decided} The reason: {reason}. Based on {rule}.
  </>
)
export const reversed = 'After an objection, another moderator looked at it and reversed the decision.'
export const loadingReport = 'Loading your report'
export const reportNotLoaded = 'Your report could not be loaded. Please try again.'
export const yourReport = 'Your report'
export const reportedOn = (kind: string, day: string, reference: string) =>
  `${kind}. Reported on ${day}, reference ${reference}.`
export const thinkWeAreWrong = (rules: ReactNode) => (
  <>Think we’re wrong? Reply to the email that told you, or read {rules}.</>
)
export const theRules = 'the rules'
