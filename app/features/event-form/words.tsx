import type { ReactNode } from 'react'

export const whatEventOffers = 'What the event offers'
export const writtenIn = 'Written in'
export const aboutWrittenIn = 'So that screen readers pronounce your words correctly.'
export const notSpecified = 'Not specified'

export const noBallotInSeries = 'A date of a series can’t have a ballot.'
export const holdBallot = 'Hold a ballot instead'

export const howManyCanCome = 'How many people can come.'
export const suggestedCapacities = 'Suggestions for the capacity'
export const countOfPeople = (places: string) => `${places} people`

export const markedAreRequired = 'Fields marked * are required.'
export const whatHappens = 'What happens, and who is it for?'
export const localTime = (zone: string) => `Local time, ${zone}`
export const startTime = 'Start time'
export const endTime = 'End time'
export const isYearRight = 'This date has passed. Is the year right?'
export const eventType = 'Event type'
export const VENUE_HINTS = {
  inPerson: 'The venue and its town, so people can find it.',
  virtual: 'A link or a name. A link is shown only to people who have booked.',
}
export const artistDescription = 'Artist description (optional)'
export const whoPlays = 'Who plays, speaks or hosts.'

export const formProgress = 'Form progress'
export const savedWhatYouWrote = 'We saved what you wrote.'
export const choosePictureAgain = ' Please choose the picture again.'
export const startAgain = 'Start again'

export const townOptional = 'Town (optional)'
export const leaveEmptyForVenue = 'Leave empty to use the town in the venue.'
export const categoriesUpTo = (most: number) => `Categories (optional, up to ${most})`

export const saveDraft = 'Save draft'

export const partsOfEvent = 'Parts of the event'

export const leaveWithoutSaving = 'Leave without saving?'
export const notSavedYet = 'Your changes aren’t saved yet.'
export const keepEditing = 'Keep editing'

export const limitsOfBooking = 'Limits of booking'
export const mostPerPerson = 'Most tickets per person (optional)'
export const countsAllBookings = 'Counts all of one person’s bookings.'
export const bookingCloses = 'Booking closes (optional)'
export const ifEmptyAtTheEnd = 'If empty, when the event ends.'
export const iDecide = 'I decide who comes'
export const aboutIDecide = 'People ask for a place, and you accept or decline.'
export const peopleConfirm = 'People confirm two days before'
export const aboutConfirming =
  'Anyone who doesn’t within a day goes on standby, and their place goes to someone who’s waiting. We tell people when they book.'
export const extraPlaces = 'Extra places, because not everyone comes'
export const aboutExtraPlaces = (chance: string) =>
  `Capacity is the size of your room. We take more bookings than that, as long as your past events suggest that at least ${chance} people who come will get in. We tell people when they book.`
export const noExtraPlacesYet =
  'Once three of your events have used the door, we can take more bookings than you have seats, and almost everyone who comes will still get in.'
export const whoCanFindIt = 'Who can find it'
export const onlyWithLink = 'Only people with the link'
export const aboutUnlisted = 'It’s not in lists or search. People need its link, which you can renew in Manage.'
export const howPeopleGetIn = 'How people get in'
export const bookHere = 'Book here'
export const justCome = 'Just come'
export const wherePeopleBook = 'Where people book'
export const addressOnOtherSite = 'The address on the other site, starting with https://'

export const asGuestsSeeIt = 'As guests will see it'
export const drewPoster = 'No picture? We’ve drawn a poster for you.'

export const messageToGuests = 'Message to your guests (optional)'

export const writeInOneLine = 'Write it in one line (optional)'
export const exampleOfLine = 'For example: Trad session Fri 8pm Cobblestone 40 people'

export const helpFindIt = 'Help people find it (optional)'
export const accessAndLanguage = 'Accessibility and language (optional)'
export const bookingRules = 'Booking rules (optional)'
export const findingAndEntry = 'Who can find it and how people get in (optional)'

export const eventImage = (optional: ReactNode) => <>Event image {optional}</>
export const previewOfImage = 'Preview of the event image'
export const dropPicture = 'Drop a picture here'
export const addPicture = 'Add a picture'
export const replaceImage = 'Replace image'
export const chooseImage = 'Choose image'
export const removeImage = 'Remove image'
export const imageFile = 'Event image file'
export const recommendedSize = 'Recommended: 1920x1080 (16:9).'
export const typesAndSize = (types: string) => ` ${types}, up to 5 MB.`

export const askYourGuests = 'Ask your guests something'
export const questionsForGuests = 'Questions for your guests'

export const otherAccount = 'You’re logged in with another account'
export const saveAsOther = (name: string | undefined) =>
  `Someone else started this form. Do you want to save it as ${name}?`
export const saveAs = (name: string | undefined) => `Save as ${name}`

export const eventDetails = 'Event Details'
export const socialSettings = 'Social Settings'

export const yourTitle = 'Your title'
export const onlineEvent = 'Online event'

export const atMostCharacters = (most: number) => `Please use at most ${most.toLocaleString('en')} characters`
export const capacityAtMost = (most: number) => `Capacity can be at most ${most.toLocaleString('en')}`
export const thisCanBeAtMost = (most: number) => `This can be at most ${most}`

export const takeItOffTheLists = 'Take it off the lists?'
export const onlyYouSeeDraft =
  'As a draft, only you can see this event until you publish it again. To keep your changes and the event online, choose Publish.'
export const keepItPublished = 'Keep it published'
export const saveAsDraft = 'Save as a draft'
export const dateHasPassed = 'This date has passed'
export const wouldStart = (day: string, time: string) =>
  `Your event would start on ${day} at ${time}. Publish it anyway?`
export const changeTheDate = 'Change the date'
export const publishAnyway = 'Publish anyway'

export const textsForOtherDates = 'texts for the other dates'
/** `reason`: why the first of them was refused; empty: nobody knows. */
export const savedWithout = (names: string[], reason: string) =>
  `The event is saved, but not its ${names.join(' and its ')}.${reason && ` ${reason.replace(/[^.]$/, '$&.')}`} Edit the event to try again.`
export const draftUntilThen = (refused: string) => `${refused} Until then it’s a draft.`
export const savedButStillDraft = 'The event is saved, but it’s still a draft. Edit it to publish.'

export const bookedStaysPublished = 'People have booked, so this event stays published.'
export const draftLeavesLists = 'Save draft takes the event off the lists until you publish it again.'
export const loadLatest = 'Load the latest version'
