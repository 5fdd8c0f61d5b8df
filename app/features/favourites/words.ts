export const nothingSaved = 'Nothing saved yet'
export const pressTheHeart = 'Press the heart on an event and you’ll find it here.'
export const browseEvents = 'Browse Events'
export const savedOnDevice =
  'Saved on this device. Log in to see them everywhere, and to know when few places are left.'
export const loadingSaved = 'Loading your saved events'
export const savedNotLoaded = 'Your saved events could not be loaded.'
export const savedEvents = 'Saved Events'

export const tellMe = 'Tell me about these events'
export const aboutTelling = 'When few places are left (once), and when one changes or is cancelled.'
export const allNotifications = 'All notifications, and who you follow'

export const wantToKnow = 'Saved. Want to know when few places are left, or when it changes?'
export const tellMeButton = 'Tell me'
export const agreed = 'We’ll tell you. You can change this under Saved Events.'
export const notAgreed = 'That could not be stored. Please try again under Saved Events.'
