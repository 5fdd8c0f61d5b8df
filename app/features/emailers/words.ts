export const titleComesFirst = 'We put the event’s title before it.'
export const filledInHeading = 'Filled in for each guest'
export const filledIn = 'Filled in for each guest:'
export const hoursAfterEnd = 'Hours after the end'
export const hoursFromTo = (min: number, max: number) => `From ${min} to ${max}.`
export const notLoaded = (email: string) => `The ${email} could not be loaded.`
export const testToMyself = 'Send me a test'

export const theEmail = 'The email'
export const asGuestsRead = 'As your guests will read it'
export const loadingPreview = 'Loading the preview'

export const aboutEmailsOfNew =
  'Your own words in the emails your guests get. They’re saved with the event. Save it once to see a preview.'
export const aboutEmails = 'Your own words in the emails your guests get. We always add the time, place and ticket.'
