import { notifiedText } from '../../../contract/event-status.ts'

export const STATES = {
  draft: 'A draft. Only you can see it.',
  published: 'Published.',
  postponed: 'Postponed. No new date yet.',
  cancelled: 'Cancelled.',
}
export const bringItBack = 'Bring it back'
export const cancelEvent = 'Cancel event'
export const setNewDate = 'Set a new date'

export const deleteThisEvent = 'Delete this event?'
export const goneForGood = 'It’s gone for good, and so is its page.'
export const deleteForGood = 'Delete for good'
export const eventDeleted = 'The event was deleted'
export const notDeleted = 'This could not be deleted. Please try again.'
export const theEvent = 'The event'
export const hasEnded = 'This event has ended.'
export const moveOrEdit = 'Move or edit'
export const printPoster = 'Print a poster'

export const aboutExport =
  'Everything about this event as a ZIP file: its details, a calendar file, guests with their ticket codes and the picture. Anyone with the codes can get in, so keep it safe.'
export const exportEvent = 'Export the event'
export const notExported = 'The event could not be exported. Please try again.'
export const fileIsInDownloads = 'The file is in your downloads.'

export const askForNewLink = 'Make a new link?'
export const aboutNewLink =
  'The old link stops working straight away. People who’ve booked or are waiting for a place can still see the event.'
export const makeNewLink = 'Make a new link'
export const isUnlisted = 'This event is unlisted: only people with its link can see it.'
export const linkToEvent = 'Link to the event'
export const newLink = 'New link'
export const hasNewLink = 'The event has a new link'
export const linkNotRenewed = 'The link could not be renewed. Please try again.'

export const viewEvent = 'View event'

export const questionsNotLoaded = 'The questions could not be loaded.'

export type Act = 'cancel' | 'postpone' | 'reinstate'

export const ACT_WORDS: Record<Act, { title: string; text: string; button: string }> = {
  cancel: {
    title: 'Cancel this event?',
    text: 'It disappears from all lists and can’t be booked. We keep the bookings: if you bring it back, everything is as it was.',
    button: 'Cancel the event',
  },
  postpone: {
    title: 'Postpone this event',
    text: 'Bookings stay valid for the new date. Guests can keep their places or give them back.',
    button: 'Postpone',
  },
  reinstate: {
    title: 'Bring this event back?',
    text: 'It’s public again, with all bookings as they were.',
    button: bringItBack,
  },
}

/** Of a paid event: money that has gone back does not come again. */
export const PAID_TEXTS: Partial<Record<Act, string>> = {
  cancel:
    'It disappears from all lists and can’t be booked. Everybody who has paid gets all their money back: we refund cards, and you pay back what you took at the door or by transfer. This can’t be undone, even if you bring the event back.',
  reinstate: 'It’s public again. Bookings that were refunded stay cancelled.',
}

export const impactText = (told: number) =>
  told === 0 ? 'Nobody has booked yet, so we won’t email anyone.' : notifiedText(told)

export const toWhen = 'To when?'
export const aNewDate = 'A new date'
export const notKnownYet = 'Not known yet'
export const messageToGuests = 'Message to your guests (optional)'
