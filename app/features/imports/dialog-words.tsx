import type { ReactNode } from 'react'
import { counted, formOf } from '../../../contract/counted.ts'
import type { ImportedEvent } from '../../../contract/imports.ts'

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

const STATES: Record<ImportedEvent['state'], string> = {
  new: 'new draft',
  again: 'imported before',
  'no-title': 'left out, because it has no title',
  'no-time': 'left out, because it has no time',
  'no-zone': 'left out, because its time zone is missing',
  past: 'left out, because it is over',
  refused: 'left out',
}

/** What becomes of an event. */
export function stateText({ state, repeats, why }: ImportedEvent): string {
  if (why) return `${STATES[state]}: ${why}`
  if (state === 'new' && repeats === 'series') return 'new series of drafts'
  if (state === 'new' && repeats === 'once')
    return 'new draft of one date, because a series can’t repeat like that here'
  if (state === 'past' && repeats === 'once')
    return 'left out: its first date is over, and a series can’t repeat like that here'
  return STATES[state]
}

const draftCount = (count: number) => counted(count, 'draft')
export const makeDrafts = (count: number) => `Make ${draftCount(count)}`
export function draftsMade(count: number, withoutPicture: number): string {
  const made = `${draftCount(count)} ${formOf(count, 'was', 'were')} made`
  if (withoutPicture === 0) return made
  return `${made}, ${formOf(withoutPicture, 'one', String(withoutPicture))} without the picture, which could not be fetched`
}
export const addressOrFile = 'Please enter an address or choose a file.'
export const noEventsInFile = 'There are no events in this file.'
export const eventsTooLarge = 'This file is larger than 2 MB.'
export const eventsNotImported = 'The events could not be imported. Please try again.'

export const whereFrom = 'Where the file is from'
export const firstRows = 'The first rows'
export const moreColumns = 'More columns'
export const columnNumber = (number: number) => `Column ${number}`
export const notInFile = 'Not in the file'
export const willBeAdded = (guests: ReactNode, places: string, open: string) => (
  <>
    {guests} will be added, with {places} of the {open} that are free. Nobody gets an email.
  </>
)
export const leftOutHeading = 'Left out:'
export const raiseCapacity = 'To add everybody, first raise the capacity of your event.'
export const addThemToo = 'Add them too'
export const aboutAddThem = 'Also those who have already booked here.'
export const stepOf = (number: number, title: string) => `Step ${number} of 3: ${title}`
export const aboutGuestFiles =
  'The guest list that Eventbrite, Luma, Meetup, pretix, Hi.Events, Ticket Tailor or another system exports: CSV or Excel (.xlsx), or the export of an event here (.zip). Their old tickets work at your door.'
export const anotherFile = 'Another file'
export const importCount = (guests: string) => `Import ${guests}`
export const importedCount = (guests: string) => `${guests} imported`
export const guestsNotImported = 'The guests could not be imported. Please try again.'

export const tooManyRows = (most: string) => `This file has more than ${most} rows. Please split it.`
export const fileTooLarge = 'This file is larger than 20 MB.'
export const oldExcelFile = 'This is an old Excel file. Please save it as .xlsx or CSV and choose it again.'
export const unreadableFile = 'This file could not be read. Please save it as CSV and choose it again.'
export const noRowsInFile = 'There are no rows in this file.'
