import { counted, formOf } from '../../contract/counted.ts'

export const typeWholeCode = 'Please type the whole code. Only links with search know the last five characters.'
export const nameOrEnd = 'Name, or last 5 of the code'
export const guestsFound = 'Guests found'
export const onePlace = (ending: string) => `1 place${ending}`
export const someIn = (inside: number, seats: number) => `${inside} of ${seats} in`
export const nobodyNamed = 'Nobody with that name is on the list.'
export const nobodyFound = 'Nobody on the list has this name, or a code that ends like this.'
export const tooManyCodes = 'Too many codes that match nobody. Wait a minute, or use the name or the whole code.'

export const useScreen = (theme: string) => `Use a ${theme} screen`
export const letInHere = 'Let in by this device'
export const allDoors = 'All doors'
export const doorIsClosed = 'This door is closed'
export const linkHasEnded = 'Its link has ended. We’ve erased the list and the key from this device.'
export const theDoor = 'The door'
export const openTheLink = 'Open the link your organiser made for you, or scan its QR code with this device.'
export const loadingList = 'Loading the list'
export const needsNetworkOnce = 'The door needs a network once; after that it works offline.'

export const nobodyYet = 'Nobody yet.'

export const noCamera = 'The camera cannot be used. Allow it in the browser’s settings, or type the code.'
export const stopCamera = 'Stop the camera'
export const START_CAMERA = {
  closed: 'Start the camera',
  opening: 'Starting the camera …',
  open: '',
  refused: 'Try the camera again',
}

export const theNext = 'the next'
export const thenMore = (count: number) => `, then ${count} more`
export const roomIsFull = 'The room is full.'
export const everySeatIsBooked = 'Every seat is booked, and those people may still come.'
export const letThemInAnyway = (why: string) => `${why} Let them in anyway?`
export const yesLetThemIn = 'Yes, let them in'
export const letNextIn = 'Let the next in'

export const undoneName = (name: string) => `Undone: ${name}. `
const scans = (count: number) => counted(count, 'scan')
export const notSentYet = (unsent: number) => `${scans(unsent)} not sent yet`
export const sentText = (isOnline: boolean, hasScans: boolean) =>
  `${isOnline ? '' : 'No network. '}${hasScans ? 'All sent' : 'Ready'}`
export const notRecorded = (refused: number) => `. ${scans(refused)} could not be recorded.`

export const paidAndIn = (sum: string) => `${sum} paid, let in`
export const paidSum = (sum: string) => `${sum} paid`
export const paysLater = 'Pays later'
export const toPay = (sum: string) => `${sum} to pay.`
export const oneMore = 'One more'
export const letThemIn = (free: number, name = 'them') => formOf(free, `Let ${name} in`, `All ${free}`)

export const walkInsFrom = (hours: number) => `Walk-ins can be let in from ${hours} hours before the start.`
export const overBy = (count: number) => `${count} over`
export const onlyLeft = (count: number) => `Only ${count} left`
export const hasExtraPlaces = 'This event has extra places, so nobody gets in over capacity.'
export const overCapacity = (count: number) => `This is ${count} over capacity. Let them in anyway?`
export const walkInName = 'Walk-in name (optional)'
export const letIn = 'Let in'
