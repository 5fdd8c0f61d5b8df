export const askToStartAfresh = 'Start afresh?'
export const aboutStartingAfresh =
  'For recommendations, we’ll forget what you booked, saved and followed so far, and what wasn’t for you. Your bookings, saved events and follows stay.'
export const startAfresh = 'Start afresh'
export const startedAfresh = 'Done. Your recommendations start afresh.'
export const basedOnActs = 'Based on what you book, save and follow. Never on what you look at.'
export const basedOnWhereAndWhen = 'Based on where and when. Log in for picks based on what you book and save.'

export const notForMe = 'Not for me'
export const notAgain = (title: string) => `${title} won’t be recommended to you again.`
