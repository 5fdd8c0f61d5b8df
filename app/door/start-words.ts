// What is said before the screen is loaded, and the names in the guest list. Kept apart from words.ts, so that the first
// file of the door, which asks for the list, stays small.

/** Shown instead of the door. */
export const needsSecureConnection = 'The door needs a secure connection (https) and a browser that may keep data.'

/** Links without search load no names. */
export const friendsPlace = 'Friend’s place'

/** 'Aoife, with Niamh Kelly' */
export const friendWith = (name: string, booker: string) => `${name}, with ${booker}`

/** Nobody has named the friend. */
export const friendOf = (booker: string) => `Friend of ${booker}`
