import type { EmailKind } from '../../../contract/email-kinds.ts'

export const KIND_WORDS: Record<EmailKind, { name: string; description: string }> = {
  welcome: { name: 'Welcome email', description: 'Part of the confirmation that guests get when they book.' },
  reminder: {
    name: 'Reminder email',
    description: 'Replaces our words in the reminder the day before. The buttons to reply stay.',
  },
  thanks: {
    name: 'Thank-you email',
    description: 'After the event, to everyone who was let in; to all who booked if nobody used the door.',
  },
}

/** What is wrong in a text, below it. */
export const problemText = (problem: string) => `It ${problem}`
export const titleComesFirst = 'We put the event’s title before it.'
export const filledInHeading = 'Filled in for each guest'
export const filledIn = 'Filled in for each guest:'
export const hoursAfterEnd = 'Hours after the end'
export const hoursFromTo = (min: number, max: number) => `From ${min} to ${max}.`
export const notLoaded = (email: string) => `The ${email} could not be loaded.`
export const testToMyself = 'Send me a test'
export const testIsOnItsWay = 'A test is on its way to your own inbox.'

export const theEmail = 'The email'
export const asGuestsRead = 'As your guests will read it'
export const loadingPreview = 'Loading the preview'
export const previewNotMade = 'The preview could not be made. Please try again.'

export const aboutEmailsOfNew =
  'Your own words in the emails your guests get. They’re saved with the event. Save it once to see a preview.'
export const aboutEmails = 'Your own words in the emails your guests get. We always add the time, place and ticket.'
