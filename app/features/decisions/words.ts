export const loadingDecision = 'Loading the decision'

export const moderatorWrites = 'The moderator writes'

export const dontAgree = 'Don’t agree?'
export const aboutObjection =
  'You can object once, within six months. Another moderator will look at it again or, if there is nobody else, the same one at least a day later. You can also turn to a certified out-of-court dispute settlement body, or to a court.'

export const yourObjection = 'Your objection'
export const sameModerator = 'There was no other moderator, so the person who decided looked again a day later.'
export const sentOn = (day: string) => `Sent on ${day}. We’ll email you the outcome, and show it here.`

export const readWhyOrObject = 'Read why, or object'
export const decisionsAboutYou = 'Decisions about you'
export const suspendedUntil = (day: string) => `Your account is suspended until ${day}.`
export const aboutSuspension =
  'You can still read, give places back, download your data, delete your account and object. Everything else is paused until then.'

export const yourAccount = 'Your account'
