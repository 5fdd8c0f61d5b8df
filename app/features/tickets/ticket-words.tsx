import type { ReactNode } from 'react'

export const lastChecked = (time: string) => `You’re offline. This ticket was last checked at ${time}.`
export const loadingTicket = 'Loading your ticket'
export const ticketNotFound = 'Ticket not found'
export const myBookings = 'My Bookings'
export const ticketNotLoaded = 'Your ticket could not be loaded'
export const changeOfPlan = 'Change of plan?'
export const giveBackUnneeded = 'Give back what you don’t need. Someone else will be glad of it.'
export const keepingInCase = 'We’re keeping your booking in case it’s back on. You can also give it back.'
export const seeTheEvent = 'See the event'
export const chooseNotifications = 'Choose your notifications'

export const allPlacesSent = 'You’ve sent all your places. Your friends have their own codes.'
export const ticketsCode = 'Your ticket’s code, to show at the door'
export const letInOf = (admitted: number, seats: number) => `${admitted} of ${seats} let in`
export const ifNotScanned = (end: ReactNode) => <>If it can’t be scanned, say {end}</>
export const joinOnline = 'Join online'
export const addToCalendar = 'Add to calendar'
export const onStandby = 'On standby'
export const givenBack = 'Given back'

export const putOnHomeScreen = 'Put your ticket on the home screen'
export const iPhoneAndIPad = 'iPhone and iPad'
export const onIPhone = (device: ReactNode) => <>{device}: tap Share in Safari, then Add to Home Screen.</>
export const onAndroid = (device: ReactNode) => (
  <>{device}: open the browser’s menu and tap Install app or Add to Home screen.</>
)
export const onComputer = (device: ReactNode) => <>{device}: press the install icon at the end of the address bar.</>
export const worksOffline = 'Once you’ve opened your ticket here, it also works offline.'
