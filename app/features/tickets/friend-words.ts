export const handBackAndSend = (from: string) => `Hand your place back and ${from} can send it to someone else.`
export const cannotCome = "Can't come"
export const handYourPlaceBack = 'Hand your place back?'
export const codeEnds = (from: string) => `Your code won’t let you in any more. We’ll let ${from} know.`
export const handItBack = 'Hand it back'
export const keepIt = 'Keep it'
export const handedBack = 'You handed your place back'
export const hasItAgain = (from: string) => `${from} has it again and gets an email about it.`
export const browseEvents = 'Browse Events'
export const loadingPlace = 'Loading your place'
export const wasWithdrawn = 'This place was withdrawn'
export const placeNotLoaded = 'Your place could not be loaded'
export const aboutWithdrawn = 'Its code no longer lets you in. Please ask the person who sent it to you.'
export const tryAgain = 'Try again'
export const personWith = (name: string, from: string) => `${name}, with ${from}`
export const withPerson = (from: string) => `With ${from}`
