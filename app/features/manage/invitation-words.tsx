import type { ReactNode } from 'react'

export const askToInviteAgain = 'Please ask the person who sent it to invite you again.'
export const myEvents = 'My Events'
export const tryAgain = 'Try again'
export const loadingInvitation = 'Loading the invitation'

export const eventIsYours = 'This event is yours'
export const youAreHelping = 'You’re helping to run this event'
export const youRun = (event: ReactNode) => <>You run {event} from now on.</>
export const youManage = (event: ReactNode, from: string) => (
  <>
    You manage {event} together with {from}.
  </>
)

export const willYouTakeOver = 'Will you take this event over?'
export const willYouHelp = 'Will you help run this event?'
export const wouldHandOver = (from: string, event: ReactNode) => (
  <>
    {from} would like to hand {event} over to you. Its bookings and its team stay, and you’ll run it from now on.
  </>
)
export const asksToManage = (from: string, event: ReactNode) => (
  <>
    {from} is asking you to manage {event} together: guests, door and changes.
  </>
)
export const takeItOver = 'Yes, I’ll take it over'
export const help = 'Yes, I’ll help'
export const noThanks = 'No, thanks'
