import type { ReactNode } from 'react'

export const importEvents = 'Import events'
export const aboutEvents = 'Events become drafts, which you check and publish. First you see what was found.'
export const addressOfCalendar = 'Address of a calendar or an event page'
export const startsWithHttps = 'It starts with https://'
export const orFile = 'Or a file'
export const whichFiles = 'A calendar (.ics), or the export of an event or an account (.zip)'
export const timeZone = 'Time zone'
export const aboutTimeZone = 'Only for events that don’t name theirs'
export const withoutTitle = 'Without a title'
export const fetchPictures = 'Fetch the pictures too'
export const aboutPictures = 'Only if you may use them.'
export const makeDrafts = (drafts: string) => `Make ${drafts}`

export const whereFrom = 'Where the file is from'
export const firstRows = 'The first rows'
export const moreColumns = 'More columns'
export const willBeAdded = (guests: ReactNode, places: string, open: string) => (
  <>
    {guests} will be added, with {places} of the {open} that are free. Nobody gets an email.
  </>
)
export const leftOutHeading = 'Left out:'
export const raiseCapacity = 'To add everybody, first raise the capacity of your event.'
export const addThemToo = 'Add them too'
export const aboutAddThem = 'Also those who have already booked here.'
export const importGuests = 'Import guests'
export const stepOf = (number: number, title: string) => `Step ${number} of 3: ${title}`
export const aboutGuestFiles =
  'The guest list that Eventbrite, Luma, Meetup, pretix, Hi.Events, Ticket Tailor or another system exports: CSV or Excel (.xlsx), or the export of an event here (.zip). Their old tickets work at your door.'
export const anotherFile = 'Another file'
export const importCount = (guests: string) => `Import ${guests}`
