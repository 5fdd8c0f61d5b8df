import type { ReactNode } from 'react'

export const withSearch = 'with search and walk-ins'
export const scansOnly = 'scans only'
export const endDoor = (name: string) => `End ${name}`
export const closeDoor = (name: string) => `Close ${name}?`
export const hasLetIn = (count: number) => `It has let ${count} in. `
export const aboutClosing = 'The phone at this door stops working straight away. You can create another link.'
export const closeIt = 'Close it'
export const linkNotEnded = 'The link could not be ended. Please try again.'
export const loadingDoor = 'Loading the door'
export const doorNotLoaded = 'The door could not be loaded.'
export const inAndBooked = (admitted: ReactNode, sold: number, capacity: number, over: ReactNode) => (
  <>
    {admitted} in, {sold} booked of {capacity}
    {over}
  </>
)
export const overBy = (count: number) => `, ${count} over`

export const qrCodeOf = (name: string) => `QR code of the link to ${name}`
export const openAtDoor = (name: ReactNode) => (
  <>Open {name} on the phone at the door: scan this code, or send the link. We only show it now.</>
)
export const linkToDoor = 'Link to the door'
export const nameOfDoor = 'Name of the door'
export const searchAndWalkIns = 'Search and walk-ins'
export const aboutSearch = 'Shows guests by name and lets people in without a ticket. Without it, the link only scans.'
export const createLink = 'Create a link'
export const linkNotCreated = 'The link could not be created. Please try again.'
