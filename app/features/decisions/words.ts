import type { Act } from '../../../contract/moderation-words.ts'
import type { Decision } from '../../../contract/moderation.ts'

export const loadingDecision = 'Loading the decision'
export const decisionNotLoaded = 'The decision could not be loaded. Please try again.'

export const HEADINGS: Record<Act, string> = {
  hide: 'No longer shown',
  restore: 'Shown again',
  ask: 'Please change your event',
  'hide-account': 'Your events are no longer shown',
  suspend: 'Your account is suspended',
  'block-domain': 'A website is blocked',
}
export const basedOn = 'Based on'
export const howDecided = 'How it was decided'
export const byRules = 'By automated rules, without a person'
export const byModerator = 'By a moderator'
export const decidedOn = 'Decided on'

export const moderatorWrites = 'The moderator writes'

export const dontAgree = 'Don’t agree?'
export const aboutObjection =
  'You can object once, within six months. Another moderator will look at it again or, if there is nobody else, the same one at least a day later. You can also turn to a certified out-of-court dispute settlement body, or to a court.'
export const objectionNotSent = 'Your objection could not be sent. Please try again.'

export const yourObjection = 'Your objection'
export const sameModerator = 'There was no other moderator, so the person who decided looked again a day later.'
export const sentOn = (day: string) => `Sent on ${day}. We’ll email you the outcome, and show it here.`
export const OUTCOMES = {
  kept: 'The decision stands.',
  undone: 'The decision was reversed, and everything is as it was.',
}

export const readWhyOrObject = 'Read why, or object'
export const decisionsAboutYou = 'Decisions about you'
export const whatOf = ({ act, subject }: Decision) =>
  act === 'suspend'
    ? 'Your account is suspended.'
    : act === 'hide-account'
      ? 'None of your events is shown.'
      : act === 'block-domain'
        ? `Links to ${subject.name} are blocked.`
        : `“${subject.name}” is not shown.`
export const suspendedUntil = (day: string) => `Your account is suspended until ${day}.`
export const aboutSuspension =
  'You can still read, give places back, download your data, delete your account and object. Everything else is paused until then.'

export const yourAccount = 'Your account'
