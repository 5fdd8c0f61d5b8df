export const deleteThisEvent = 'Delete this event?'
export const goneForGood = 'It’s gone for good, and so is its page.'
export const deleteForGood = 'Delete for good'
export const theEvent = 'The event'
export const hasEnded = 'This event has ended.'
export const moveOrEdit = 'Move or edit'
export const printPoster = 'Print a poster'

export const aboutExport =
  'Everything about this event as a ZIP file: its details, a calendar file, guests with their ticket codes and the picture. Anyone with the codes can get in, so keep it safe.'
export const exportEvent = 'Export the event'

export const askForNewLink = 'Make a new link?'
export const aboutNewLink =
  'The old link stops working straight away. People who’ve booked or are waiting for a place can still see the event.'
export const makeNewLink = 'Make a new link'
export const isUnlisted = 'This event is unlisted: only people with its link can see it.'
export const linkToEvent = 'Link to the event'
export const newLink = 'New link'

export const viewEvent = 'View event'

export const questionsNotLoaded = 'The questions could not be loaded.'

export const toWhen = 'To when?'
export const messageToGuests = 'Message to your guests (optional)'
